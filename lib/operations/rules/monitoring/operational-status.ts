import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import type { JsonValue } from "@/lib/schema/json";
import type { Reader } from "@/lib/store/port/store";

/** Returns the ids of a project's operational statuses, by priority. */
export async function operationalStatuses(reader: Reader, projectId: JsonValue): Promise<string[]> {
  const statuses = await reader.find(monitorStatus, {
    projects: [String(projectId)],
    filter: { op: "eq", column: "isOperationalState", value: true },
    columns: ["_id"],
    sort: [{ column: "priority", direction: "asc" }],
  });
  return statuses.map((status) => String(status._id));
}
