import { monitorRecords } from "@/lib/operations/rules/incidents/incident-monitors";
import {
  prioritiesOf,
  type RequestedStatus,
  worstRequestedStatus,
} from "@/lib/operations/rules/incidents/worst-status";
import { monitorStatuses } from "@/lib/operations/rules/monitoring/monitor-status-timeline";
import { operationalStatuses } from "@/lib/operations/rules/monitoring/operational-status";
import { eventAt } from "@/lib/operations/rules/timeline/timeline";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import type { Check, Inspection } from "./inspection";

const monitorsAtOnce = 50;

/** A monitor whose status was set by an incident and contradicts its open incidents. */
export interface WrongStatus {
  readonly kind: "milderStatus" | "staleStatus";
  /** The full record. */
  readonly monitor: Row;
  /** Id of the correct status. */
  readonly statusId: string;
  /** The open incident that requests it; undefined if none requests a status. */
  readonly asked: RequestedStatus | undefined;
}

/**
 * Finds monitors with a milder status than an open incident requests, and monitors with a worse
 * status than any requests.
 */
export function wrongStatusChecks(inspection: Inspection): Check[] {
  const read = [monitor, monitorStatusTimeline, monitorStatus, incident, incidentState];
  if (!inspection.mayRead(...read)) return [];
  return (["milderStatus", "staleStatus"] as const).map((kind) => ({
    ...{ kind, column: "currentMonitorStatusId", resource: monitor },
    search: () => wrongMonitors(inspection, kind),
  }));
}

async function* wrongMonitors(
  inspection: Inspection,
  kind: WrongStatus["kind"],
): AsyncGenerator<readonly string[]> {
  const { reader } = inspection.context.store;
  const now = inspection.context.now().toISOString();
  const batches = inspection.distinctIds(monitorStatusTimeline, "monitorId", monitorsAtOnce);
  for await (const ids of batches) {
    const wrong = await wrongStatuses(reader, inspection.projectId, ids, now);
    yield wrong.filter((one) => one.kind === kind).map((one) => String(one.monitor._id));
  }
}

/**
 * Returns the monitors whose current status was set by the incident rule and contradicts the open
 * incidents. A status set by a user or a program counts as intended, and so does one whose origin
 * is not in the change log.
 */
export async function wrongStatuses(
  reader: Reader,
  projectId: string,
  ids: readonly string[],
  now: string,
): Promise<readonly WrongStatus[]> {
  const records = await monitorRecords(reader, projectId, ids);
  const worst = await worstRequestedStatus(reader, projectId, [...records.keys()]);
  const priorities = await prioritiesOf(reader, projectId);
  const operational = await operationalStatuses(reader, projectId);
  const suspects = new Map<string, WrongStatus>();
  for (const [id, row] of records) {
    const asked = worst.get(id);
    const kind = contradiction(String(row.currentMonitorStatusId), asked, priorities, operational);
    const statusId = asked?.statusId ?? operational[0];
    if (kind === undefined || statusId === undefined) continue;
    const event = await eventAt(reader, monitorStatuses, { projectId, ownerId: id }, now);
    const isShown = event?.monitorStatusId === row.currentMonitorStatusId;
    if (event === undefined || !isShown || (event.rootCause ?? null) === null) continue;
    suspects.set(String(event._id), { kind, monitor: row, statusId, asked });
  }
  const byRule = await madeByRule(reader, projectId, [...suspects.keys()]);
  return [...suspects].flatMap(([id, wrong]) => (byRule.has(id) ? [wrong] : []));
}

function contradiction(
  current: string,
  asked: RequestedStatus | undefined,
  priorities: ReadonlyMap<string, number>,
  operational: readonly string[],
): WrongStatus["kind"] | undefined {
  const priority = priorities.get(current);
  if (priority === undefined) return undefined;
  if (asked === undefined) return operational.includes(current) ? undefined : "staleStatus";
  if (priority === asked.priority) return undefined;
  return priority < asked.priority ? "milderStatus" : "staleStatus";
}

/**
 * Returns the ids of the events that a rule created. Such an event with a reason comes from an
 * incident.
 */
async function madeByRule(
  reader: Reader,
  projectId: string,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set();
  const entries = await reader.find(changeLog, {
    projects: [projectId],
    filter: {
      op: "and",
      filters: [
        { op: "eq", column: "resource", value: monitorStatusTimeline.path },
        { op: "in", column: "recordId", values: eventIds },
        { op: "eq", column: "operation", value: "create" },
        { op: "eq", column: "channel", value: "rule" },
      ],
    },
    columns: ["recordId"],
  });
  return new Set(entries.map(({ recordId }) => String(recordId)));
}
