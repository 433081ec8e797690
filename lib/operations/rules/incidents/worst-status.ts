import { findRow } from "@/lib/operations/rows/read-record";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import { openIncidents, openStates, type WantedIncidents } from "./open-incidents";

/** An open incident and the status that it requests for its monitors. */
export interface RequestedStatus {
  readonly incident: Row;
  readonly statusId: string;
  readonly priority: number;
}

/**
 * Returns the worst status that open incidents of a project request for each of these monitors,
 * with the incident. Of equal priorities the later incident wins. A status id without a record is
 * not compared. A monitor without a requested status is absent. Reads in pages, and only incidents
 * that may request a worse status than the pages before.
 */
export async function worstRequestedStatus(
  reader: Reader,
  projectId: string,
  monitorIds: readonly string[],
): Promise<ReadonlyMap<string, RequestedStatus>> {
  const found = new Map<string, RequestedStatus>();
  if (monitorIds.length === 0) return found;
  const priorities = await prioritiesOf(reader, projectId);
  for (const stateId of await openStates(reader, projectId)) {
    const search: Search = { found, met: new Set(), monitorIds: new Set(monitorIds), priorities };
    for await (const page of openIncidents(reader, { projectId, stateId }, () => open(search))) {
      for (const row of page) compare(search, row);
    }
  }
  return found;
}

/** State of the search through the incidents of one state, newest first. */
interface Search {
  readonly found: Map<string, RequestedStatus>;
  /**
   * Monitors of this state's incidents so far. For them an older incident of equal priority does
   * not count.
   */
  readonly met: Set<string>;
  readonly monitorIds: ReadonlySet<string>;
  readonly priorities: ReadonlyMap<string, number>;
}

/** Returns the monitors without a final worst status, grouped by the statuses that are worse. */
function open(search: Search): readonly WantedIncidents[] {
  const groups = new Map<string, string[]>();
  for (const id of search.monitorIds) {
    const key = `${search.found.get(id)?.priority} ${search.met.has(id)}`;
    const group = groups.get(key) ?? [];
    group.push(id);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap((monitors) => {
    const statuses = worseFor(search, monitors[0] ?? "");
    return statuses.length === 0 ? [] : [{ monitors, statuses }];
  });
}

/** Returns the statuses that would replace the one found for a monitor. */
function worseFor({ found, met, priorities }: Search, monitorId: string): string[] {
  const known = found.get(monitorId)?.priority;
  return [...priorities].flatMap(([status, priority]) => {
    const isWorse = known === undefined || priority > known;
    return isWorse || (priority === known && !met.has(monitorId)) ? [status] : [];
  });
}

function compare({ found, met, monitorIds, priorities }: Search, row: Row): void {
  const statusId = String(row.changeMonitorStatusToId);
  const priority = priorities.get(statusId);
  if (priority === undefined) return;
  for (const id of monitorsOf(row)) {
    if (!monitorIds.has(id)) continue;
    const known = found.get(id);
    const isWorse = known === undefined || priority > known.priority;
    const isLater = priority === known?.priority && isAfter(row, known.incident);
    if (isWorse || isLater) found.set(id, { incident: row, statusId, priority });
    if (priority === found.get(id)?.priority) met.add(id);
  }
}

function isAfter(one: Row, other: Row): boolean {
  const [at, otherAt] = [String(one.createdAt), String(other.createdAt)];
  return at === otherAt ? String(one._id) > String(other._id) : at > otherAt;
}

/**
 * Returns the priority of each status of a project. A status without a priority is milder than all
 * others.
 */
export async function prioritiesOf(
  reader: Reader,
  projectId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.find(monitorStatus, {
    projects: [projectId],
    columns: ["_id", "priority"],
  });
  return new Map(
    rows.map(({ _id, priority }) => [
      String(_id),
      typeof priority === "number" ? priority : Number.NEGATIVE_INFINITY,
    ]),
  );
}

/** Returns true if the incident's state is a resolved state of its project. */
export async function isResolved({ writer }: Transaction, row: Row): Promise<boolean> {
  const id = String(row.currentIncidentStateId);
  const state = await findRow(writer, incidentState, id, [String(row.projectId)]);
  return state?.isResolvedState === true;
}

/** Returns the ids of an incident's monitors. */
export function monitorsOf({ monitors = [] }: Row): string[] {
  return Array.isArray(monitors) ? monitors.map(String) : [];
}
