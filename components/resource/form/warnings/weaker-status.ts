import { findRows, inProject } from "@/lib/client/queries/queries";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import type { JsonValue } from "@/lib/schema/json";
import type { Checked } from "./check";

/** Warns if another open incident sets a worse status on the same monitors than the chosen one. */
export async function weakerStatus(checked: Checked): Promise<string | undefined> {
  if (await isOver(checked)) return undefined;
  const priority = await priorityOf(checked);
  if (typeof priority !== "number") return undefined;
  const worse = await worstOther(checked, priority);
  if (!worse) return undefined;
  const status = nameIn(worse["changeMonitorStatusTo"] ?? null);
  const number = worse["incidentNumberWithPrefix"] ?? "Another incident";
  const result =
    checked.id === undefined
      ? "The monitors would show the better status"
      : "The monitors keep the worse status";
  return `${number} is open and requires a worse status for the same monitors${status}. ${result}.`;
}

/** A resolved incident sets no status. A new one sets its status on its monitors in any state. */
async function isOver({ project, id, values, signal }: Checked): Promise<boolean> {
  if (id === undefined) return false;
  const query = { _id: values["currentIncidentStateId"] ?? null, isResolvedState: true };
  const ask = { query: inProject(incidentState, project, query), select: { _id: true }, limit: 1 };
  return (await findRows(incidentState, ask, signal)).length > 0;
}

async function priorityOf({ project, values, signal }: Checked): Promise<JsonValue> {
  const query = { _id: values["changeMonitorStatusToId"] ?? null };
  const ask = {
    query: inProject(monitorStatus, project, query),
    select: { priority: true },
    limit: 1,
  };
  const [status] = await findRows(monitorStatus, ask, signal);
  return status?.["priority"] ?? null;
}

async function worstOther({ project, id, values, signal }: Checked, priority: number) {
  const query = {
    monitors: { _type: "Includes", value: values["monitors"] ?? [] },
    currentIncidentState: { isResolvedState: { _type: "NotEqual", value: true } },
    changeMonitorStatusTo: { priority: { _type: "GreaterThan", value: priority } },
    ...(id !== undefined && { _id: { _type: "NotEqual", value: id } }),
  };
  const select = { incidentNumberWithPrefix: true, changeMonitorStatusTo: { name: true } };
  const sort = { changeMonitorStatusTo: { priority: -1 } };
  const ask = { query: inProject(incident, project, query), select, sort, limit: 1 };
  return (await findRows(incident, ask, signal))[0];
}

function nameIn(status: JsonValue): string {
  const isRecord = typeof status === "object" && status !== null && "name" in status;
  return isRecord ? `: ${status["name"]}` : "";
}
