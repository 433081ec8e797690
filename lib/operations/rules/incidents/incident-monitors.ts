import { findRows } from "@/lib/operations/rows/read-record";
import { monitorStatuses } from "@/lib/operations/rules/monitoring/monitor-status-timeline";
import { operationalStatuses } from "@/lib/operations/rules/monitoring/operational-status";
import { eventAt, TimelineEvents } from "@/lib/operations/rules/timeline/timeline";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { monitor } from "@/lib/resources/monitoring/monitor";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import { isResolved, monitorsOf, type RequestedStatus, worstRequestedStatus } from "./worst-status";

/**
 * Sets the status that a new incident names on its monitors, as sent: one event per monitor in the
 * incident's project, and the status itself on monitors of the project. Does nothing if the
 * incident names no status.
 */
export async function takeMonitors(transaction: Transaction, cause: Row): Promise<void> {
  const status = cause.changeMonitorStatusToId ?? null;
  if (status === null) return;
  const ids = monitorsOf(cause);
  const records = await monitorRecords(transaction.writer, String(cause.projectId), ids);
  const rootCause = nameOf(cause);
  for (const id of ids) {
    await setStatus(transaction, cause, { id, record: records.get(id), status, rootCause });
  }
}

/**
 * Updates the monitors for which the requested status of an incident differs between `before` and
 * `after` (undefined: deleted). Each gets the worst status that open incidents of the project
 * request. Without a request it gets the operational one, unless it already has an operational
 * status. The record must be written before.
 */
export async function settleMonitors(
  transaction: Transaction,
  before: Row,
  after?: Row,
): Promise<void> {
  if (after && !mayAskOtherwise(before, after)) return;
  const was = await askedOf(transaction, before);
  const is = after ? await askedOf(transaction, after) : new Map<string, JsonValue>();
  const ids = [...new Set([...was.keys(), ...is.keys()])];
  const changed = ids.filter((id) => was.get(id) !== is.get(id));
  if (changed.length === 0) return;
  const cause = after ?? before;
  const worst = await worstRequestedStatus(transaction.writer, String(cause.projectId), changed);
  const operational = await operationalStatuses(transaction.writer, cause.projectId ?? null);
  const records = await monitorRecords(transaction.writer, String(cause.projectId), changed);
  for (const id of changed) {
    const change = after
      ? changeOf(before, after, { id, was: was.has(id), is: is.has(id) })
      : "deleted";
    const record = records.get(id);
    await settleOne(transaction, cause, { id, record, asked: worst.get(id), operational, change });
  }
}

/** A monitor that an incident names; its record may be missing. */
interface Named {
  readonly id: string;
  readonly record: Row | undefined;
}

interface Settling extends Named {
  readonly asked: RequestedStatus | undefined;
  readonly operational: readonly string[];
  readonly change: string;
}

async function settleOne(
  transaction: Transaction,
  cause: Row,
  { id, record, asked, operational, change }: Settling,
): Promise<void> {
  const allowed = asked ? [asked.statusId] : operational;
  const [status] = allowed;
  if (status === undefined || (await hasOneOf(transaction, cause, { id, record }, allowed))) return;
  const rootCause = because(cause, asked, change);
  await setStatus(transaction, cause, { id, record, status, rootCause });
}

const settling = ["currentIncidentStateId", "changeMonitorStatusToId", "monitors"];

function mayAskOtherwise(before: Row, after: Row): boolean {
  return settling.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** Returns the status requested by an incident, by monitor; empty if resolved or without one. */
async function askedOf(
  transaction: Transaction,
  row: Row,
): Promise<ReadonlyMap<string, JsonValue>> {
  const status = row.changeMonitorStatusToId ?? null;
  if (status === null || (await isResolved(transaction, row))) return new Map();
  return new Map(monitorsOf(row).map((id) => [id, status]));
}

interface Asking {
  readonly id: string;
  readonly was: boolean;
  readonly is: boolean;
}

/** Returns the change that altered an incident's request, as text after its number. */
function changeOf(before: Row, after: Row, { id, was, is }: Asking): string {
  const isOther = before.currentIncidentStateId !== after.currentIncidentStateId;
  if (!monitorsOf(after).includes(id)) return "no longer affected";
  if (!is) return isOther ? "resolved" : "asks for no status";
  if (was) return "asks for another status";
  return isOther ? "reopened" : "affected too";
}

/**
 * Returns the reason of an event: the incident that requests the status, and the one whose change
 * caused it.
 */
function because(cause: Row, asked: RequestedStatus | undefined, change: string): string {
  if (asked === undefined) return `${nameOf(cause)} (${change})`;
  if (asked.incident._id === cause._id) return nameOf(cause);
  return `${nameOf(asked.incident)} (${numberOf(cause)} ${change})`;
}

/** Returns true if the monitor's record and timeline, if any, currently show such a status. */
async function hasOneOf(
  transaction: Transaction,
  { projectId = null }: Row,
  { id, record }: Named,
  allowed: readonly string[],
): Promise<boolean> {
  const { writer, now } = transaction;
  const event = await eventAt(writer, monitorStatuses, { projectId, ownerId: id }, now);
  const shown = [record?.currentMonitorStatusId, event?.monitorStatusId];
  return shown.every((one) => one === undefined || allowed.includes(String(one)));
}

interface NewStatus extends Named {
  readonly status: JsonValue;
  readonly rootCause: string;
}

/** Sets a monitor's status: an event from now on, and the status itself if the record exists. */
export async function setStatus(
  transaction: Transaction,
  { projectId = null }: { readonly projectId?: JsonValue },
  { id, record, status, rootCause }: NewStatus,
): Promise<void> {
  const event = { projectId, ownerId: id, value: status, startsAt: transaction.now, rootCause };
  await new TimelineEvents(transaction, monitorStatuses).add(event);
  if (record === undefined || record.currentMonitorStatusId === status) return;
  await transaction.changes.update(monitor, record, { currentMonitorStatusId: status });
}

/** Returns the full records of these monitors in a project, by id. */
export async function monitorRecords(
  reader: Reader,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const found = await findRows(reader, monitor, {
    projects: [projectId],
    filter: { op: "in", column: "_id", values: ids },
  });
  return new Map(found.map((row) => [String(row._id), row]));
}

/** Returns the name of an incident in the reason of an event. */
export function nameOf(row: Row): string {
  return `${numberOf(row)}: ${row.title}`;
}

function numberOf({ incidentNumberWithPrefix }: Row): string {
  return String(incidentNumberWithPrefix ?? "Incident");
}
