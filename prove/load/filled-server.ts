import { join } from "node:path";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { pause } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";
import { type Answer, askServer } from "@/tests/server/ask-server";
import type { Served, Settings } from "@/tests/server/server-process";
import type { Job } from "./sender";

/** A server with records, and the data that a client of one of its projects needs. */
export interface Filled {
  readonly served: Served;
  readonly file: string;
  /** The work to send to it: mixed requests on that project. */
  readonly job: Pick<Job, "port" | "key" | "projectId" | "ids">;
}

/**
 * Starts a server on a new file with `incidents` in one project, and creates a key of that project.
 */
export async function filledServer(
  run: Run,
  incidents: number,
  settings: Settings = {},
): Promise<Filled> {
  const file = join(run.folder(), "filled.db");
  const served = await run.serve({ DATABASE_URL: `file:${file}`, ...settings });
  const projectId = newId();
  const make = async (path: string, data: JsonObject): Promise<Answer> => {
    const reply = await askServer(served.port, "POST", `/api/${path}`, { body: { data } });
    if (reply.status === 200) return reply;
    if (reply.status !== 503) throw new Error(`Filling answered ${reply.status}: ${reply.text}`);
    await pause(200);
    return make(path, data);
  };
  await make("project", { _id: projectId, name: "Under load" });
  const made = await make("api-key", { name: "Load", projectId, permissions: ["Project Member"] });
  const ids = Array.from({ length: incidents }, newId);
  for (let from = 0; from < ids.length; from += 16) {
    await Promise.all(ids.slice(from, from + 16).map((_id) => make("incident", incident(_id))));
  }
  const job = { port: served.port, key: String(made.body["key"]), projectId, ids };
  return { served, file, job };

  function incident(_id: string): JsonObject {
    return {
      ...{ _id, projectId, title: "Payments are slow", declaredAt: "2026-01-31T09:00:00.000Z" },
      description: "Requests to the payment provider take **several seconds**. ".repeat(8),
      currentIncidentStateId: "0190a000-0000-7000-8000-000000000001",
      incidentSeverityId: "0190a000-0000-7000-8000-000000000002",
    };
  }
}
