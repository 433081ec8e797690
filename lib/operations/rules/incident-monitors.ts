import { everyColumn, findRow } from "@/lib/operations/read-whole";
import { incident } from "@/lib/resources/incident";
import { incidentState } from "@/lib/resources/incident-state";
import { monitor } from "@/lib/resources/monitor";
import type { Filter } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import type { Writer } from "@/lib/store/store";
import { monitorStatuses } from "./monitor-status-timeline";
import { operationalStatuses } from "./operational-status";
import type { Moment } from "./rules";
import { addEvent, lastEvent } from "./timeline";

/**
 * Gives monitors the status that an incident names: an event each in the incident's project, and the
 * status itself to those that are records of it. Does nothing when the incident names none.
 */
export async function takeMonitors(
  moment: Moment,
  cause: Row,
  monitorIds: readonly string[],
): Promise<void> {
  const status = cause.changeMonitorStatusToId ?? null;
  if (status === null) return;
  const records = await monitorRecords(moment, cause, monitorIds);
  for (const id of monitorIds) {
    await setStatus(moment, cause, {
      id,
      record: records.get(id),
      status,
      rootCause: nameOf(cause),
    });
  }
}

/**
 * Lets go of monitors whose status an incident had changed: each goes back to the project's operational
 * status unless it has one already or another unresolved incident holds it. `because` is shown as the reason.
 */
export async function releaseMonitors(
  moment: Moment,
  cause: Row,
  monitorIds: readonly string[],
  because: string,
): Promise<void> {
  if ((cause.changeMonitorStatusToId ?? null) === null || monitorIds.length === 0) return;
  const operational = await operationalStatuses(moment, cause.projectId ?? null);
  const [status] = operational;
  if (status === undefined) return;
  const held = await heldByOthers(moment, cause, monitorIds);
  const records = await monitorRecords(moment, cause, monitorIds);
  const rootCause = `${nameOf(cause)} (${because})`;
  for (const id of monitorIds.filter((one) => !held.has(one))) {
    const record = records.get(id);
    const last = await lastEvent(moment, monitorStatuses, cause.projectId ?? null, id);
    const statuses = [record?.currentMonitorStatusId, last?.monitorStatusId];
    const isWell = statuses.every((one) => one === undefined || operational.includes(String(one)));
    if (!isWell) await setStatus(moment, cause, { id, record, status, rootCause });
  }
}

/** Lets go of an incident's monitors when it has entered a resolved state. */
export async function releaseWhenResolved(moment: Moment, before: Row, after: Row): Promise<void> {
  if (before.currentIncidentStateId === after.currentIncidentStateId) return;
  if ((await isResolved(moment, before)) || !(await isResolved(moment, after))) return;
  await releaseMonitors(moment, after, monitorsOf(before), "resolved");
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

interface NewStatus {
  readonly id: string;
  readonly record: Row | undefined;
  readonly status: JsonValue;
  readonly rootCause: string;
}

async function setStatus(
  moment: Moment,
  { projectId = null }: Row,
  { id, record, status, rootCause }: NewStatus,
): Promise<void> {
  const event = { projectId, ownerId: id, value: status, startsAt: moment.now, rootCause };
  await addEvent(moment, monitorStatuses, event);
  if (record === undefined || record.currentMonitorStatusId === status) return;
  await moment.changes.update(monitor, record, { currentMonitorStatusId: status });
}

/** The monitors among these ids that are records of the incident's own project. */
async function monitorRecords(
  { writer }: Moment,
  { projectId }: Row,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const found = await writer.find(monitor, {
    projects: [String(projectId)],
    filter: { op: "in", column: "_id", values: ids },
    columns: everyColumn(monitor),
  });
  return new Map(found.map((row) => [String(row._id), row]));
}

/** Those of these monitors that another unresolved incident of the project gave a status. */
async function heldByOthers(
  { writer }: Moment,
  { _id, projectId }: Row,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const projects = [String(projectId)];
  const filters: Filter[] = [
    {
      op: "in",
      column: "currentIncidentStateId",
      values: await statesNotOver(writer, String(projectId)),
    },
    { op: "hasAny", column: "monitors", values: ids },
    { op: "notNull", column: "changeMonitorStatusToId" },
    { op: "ne", column: "_id", value: String(_id) },
  ];
  const others = await writer.find(incident, {
    projects,
    filter: { op: "and", filters },
    columns: ["monitors"],
  });
  return new Set(others.flatMap(monitorsOf));
}

/**
 * The states in which incidents of a project are now, but for those in which they are over; a state that is no record
 * any more counts as none of these. Named one by one, an index finds the few unresolved incidents among all others.
 */
async function statesNotOver(writer: Writer, projectId: string): Promise<string[]> {
  const over = await writer.find(incidentState, {
    projects: [projectId],
    filter: { op: "eq", column: "isResolvedState", value: true },
    columns: ["_id"],
  });
  const isOver = new Set(over.map((row) => String(row._id)));
  const found: string[] = [];
  const [column, limit] = ["currentIncidentStateId", 100];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page = await writer.namedIds(incident, { column, projectId, after, limit });
    if (!page) throw new Error("The states of incidents are not counted.");
    found.push(...page.filter((id) => !isOver.has(id)));
    after = page.length < limit ? undefined : page.at(-1);
  }
  return found;
}

function nameOf({ incidentNumberWithPrefix, title }: Row): string {
  return `${incidentNumberWithPrefix ?? "Incident"}: ${title}`;
}
