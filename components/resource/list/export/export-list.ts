import { notifyFailure } from "@/components/errors/notify-failure";
import { saveFile } from "@/components/ui/save-file";
import { expectedUser } from "@/lib/client/http/page-user";
import { ApiProblem, type ProblemBody } from "@/lib/client/http/problem";
import { renewal } from "@/lib/client/http/session-renewal";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

/** Export formats. A spreadsheet shows relations by name or by id. */
export type ExportFormat = "csv" | "csv-ids" | "json" | "ndjson";

/** Contents of an export: the visible columns of all listed records, in their order. */
export interface ExportRequest {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly query: JsonObject;
  readonly sort: JsonObject;
  readonly format: ExportFormat;
}

/** Saves a list as a file. Shows a toast on an error. */
export async function exportList({ resource, columns, query, sort, format }: ExportRequest) {
  const type = format === "csv-ids" ? "csv" : format;
  const isForPeople = format === "csv";
  const how = new URLSearchParams({
    ...{ format: type, labels: String(isForPeople) },
    ...(isForPeople && { headers: "titles" }),
  });
  const shown = Object.fromEntries(columns.map(({ name }) => [name, true]));
  const body = {
    // The record's id is included only if the list shows it.
    select: { ...shown, _id: shown._id ?? false },
    query,
    sort,
  };
  try {
    const init = {
      method: "POST",
      headers: { "Content-Type": "application/json", ...expectedUser() },
      body: JSON.stringify(body),
    };
    const path = `/api/${resource.path}/export?${how}`;
    const reply = await renewal.sendWith(() => fetch(path, init)).catch(() => undefined);
    if (!reply) throw new ApiProblem(0, { code: "offline" });
    if (!reply.ok) throw new ApiProblem(reply.status, await problemIn(reply));
    const disposition = reply.headers.get("Content-Disposition") ?? "";
    const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? `${resource.path}.${type}`;
    saveFile(await reply.blob(), name);
  } catch (error) {
    notifyFailure("Export failed", error);
  }
}

async function problemIn(reply: Response): Promise<ProblemBody> {
  const wordless = { detail: `The server returned status ${reply.status} without details.` };
  return reply.json().catch(() => wordless);
}
