import { notify } from "@/components/ui/toast";
import { ApiProblem, explain, type ProblemBody } from "@/lib/client/problem";
import type { SortKey } from "@/lib/schema/filter";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { sortQuery } from "./sorting";

/** What a list can be saved as. */
export type ExportFormat = "csv" | "json" | "ndjson";

/** What is to be in a file: the columns shown, of all records that are listed, in their order. */
export interface Exporting {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly query: JsonObject;
  readonly sort: readonly SortKey[];
  readonly format: ExportFormat;
}

/** Saves what a list shows as a file, and says so when it cannot. */
export async function exportList({ resource, columns, query, sort, format }: Exporting) {
  const how = new URLSearchParams({ format, labels: String(format === "csv") });
  const body = {
    select: Object.fromEntries(columns.map(({ name }) => [name, true])),
    query,
    sort: sortQuery(sort),
  };
  try {
    const reply = await fetch(`/api/${resource.path}/export?${how}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new ApiProblem(reply.status, (await reply.json()) as ProblemBody);
    const disposition = reply.headers.get("Content-Disposition") ?? "";
    const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? `${resource.path}.${format}`;
    save(await reply.blob(), name);
  } catch (error) {
    notify({ title: "Nothing was exported", detail: explain(error), tone: "danger" });
  }
}

function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
