import { findRow } from "@/lib/operations/read-whole";
import { incident } from "@/lib/resources/incident";
import { incidentState } from "@/lib/resources/incident-state";
import { monitorStatus } from "@/lib/resources/monitor-status";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/store";
import type { Moment } from "./rules";

const statesAtOnce = 100;
const incidentsAtOnce = 200;

/** An open incident and the status that it asks for its monitors. */
export interface Asked {
  readonly incident: Row;
  readonly statusId: string;
  readonly priority: number;
}

/**
 * The worst status that open incidents of a project ask for each of these monitors, with the incident that asks for it.
 * Of equal priorities the later incident counts. A status id that names no record is not compared. A monitor that no
 * open incident asks a status for is absent. Reads page by page.
 */
export async function worstAsked(
  reader: Reader,
  projectId: string,
  monitorIds: readonly string[],
): Promise<ReadonlyMap<string, Asked>> {
  const found = new Map<string, Asked>();
  if (monitorIds.length === 0) return found;
  const priorities = await prioritiesOf(reader, projectId);
  const wanted = new Set(monitorIds);
  for (const stateId of await openStates(reader, projectId)) {
    for await (const page of openIncidents(reader, projectId, stateId, monitorIds)) {
      for (const row of page) compare(found, wanted, priorities, row);
    }
  }
  return found;
}

function compare(
  found: Map<string, Asked>,
  wanted: ReadonlySet<string>,
  priorities: ReadonlyMap<string, number>,
  row: Row,
): void {
  const statusId = String(row.changeMonitorStatusToId);
  const priority = priorities.get(statusId);
  if (priority === undefined) return;
  for (const id of monitorsOf(row)) {
    if (!wanted.has(id)) continue;
    const known = found.get(id);
    const isWorse = known === undefined || priority > known.priority;
    const isLater = priority === known?.priority && isAfter(row, known.incident);
    if (isWorse || isLater) found.set(id, { incident: row, statusId, priority });
  }
}

function isAfter(one: Row, other: Row): boolean {
  const [at, otherAt] = [String(one.createdAt), String(other.createdAt)];
  return at === otherAt ? String(one._id) > String(other._id) : at > otherAt;
}

/** The priority of each status of a project. One without a place in the order is milder than all others. */
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

/** One state at a time: its index holds its incidents in the order of the pages. */
async function* openIncidents(
  reader: Reader,
  projectId: string,
  stateId: string,
  monitorIds: readonly string[],
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  do {
    const rows: Row[] = await reader.find(incident, {
      projects: [projectId],
      filter: {
        op: "and",
        filters: [
          { op: "eq", column: "currentIncidentStateId", value: stateId },
          { op: "hasAny", column: "monitors", values: monitorIds },
          { op: "notNull", column: "changeMonitorStatusToId" },
        ],
      },
      columns: [
        "_id",
        "createdAt",
        "incidentNumberWithPrefix",
        "title",
        "monitors",
        "changeMonitorStatusToId",
      ],
      sort: [{ column: "createdAt", direction: "desc" }],
      limit: incidentsAtOnce,
      ...(last && { after: { values: [String(last.createdAt)], id: String(last._id) } }),
    });
    yield rows;
    last = rows.length < incidentsAtOnce ? undefined : rows.at(-1);
  } while (last);
}

/**
 * The states that incidents of a project are in now, without the resolved ones. A state that names no record is not
 * resolved. Named one by one, an index finds the few open incidents among all others.
 */
async function openStates(reader: Reader, projectId: string): Promise<string[]> {
  const over = await reader.find(incidentState, {
    projects: [projectId],
    filter: { op: "eq", column: "isResolvedState", value: true },
    columns: ["_id"],
  });
  const isOver = new Set(over.map((row) => String(row._id)));
  const found: string[] = [];
  const [column, limit] = ["currentIncidentStateId", statesAtOnce];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page = await reader.namedIds(incident, { column, projectId, after, limit });
    if (!page) throw new Error("The states of incidents are not counted.");
    found.push(...page.filter((id) => !isOver.has(id)));
    after = page.length < limit ? undefined : page.at(-1);
  }
  return found;
}

/** True when an incident's state is one of its project in which incidents are over. */
export async function isResolved({ writer }: Moment, row: Row): Promise<boolean> {
  const id = String(row.currentIncidentStateId);
  const state = await findRow(writer, incidentState, id, [String(row.projectId)]);
  return state?.isResolvedState === true;
}

/** The ids of an incident's monitors. */
export function monitorsOf({ monitors = [] }: Row): string[] {
  return Array.isArray(monitors) ? monitors.map(String) : [];
}
