import { newRow } from "@/lib/operations/rows/new-row";
import { everyColumn, findRow } from "@/lib/operations/rows/read-record";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import type { Filter } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";

/** History of one value of a record as events. Each event ends where the next one starts. */
export interface Timeline {
  readonly events: Resource;
  /** Columns of an event that name its record and hold the value. */
  readonly ownerColumn: string;
  readonly valueColumn: string;
  readonly owner: Resource;
  /** Column of the owner that shows the value of the last event. */
  readonly currentColumn: string;
  /** True if the value holds until the next event, even when the last event has an end. */
  readonly outlastsEnd: boolean;
  /** Called after an event has changed its owner. */
  readonly afterOwner?: (transaction: Transaction, before: Row, after: Row) => Promise<void>;
}

/** Content of a new event. */
export interface NewEvent {
  readonly projectId: JsonValue;
  readonly ownerId: JsonValue;
  readonly value: JsonValue;
  readonly startsAt: JsonValue;
  readonly rootCause?: string;
}

/** Inserts an event in time order and ends the previous one. Does not change the owner. */
export async function addEvent(
  transaction: Transaction,
  timeline: Timeline,
  event: NewEvent,
): Promise<void> {
  const { projectId, startsAt, rootCause = null } = event;
  const sent = {
    projectId,
    [timeline.ownerColumn]: event.ownerId,
    [timeline.valueColumn]: event.value,
    startsAt,
    rootCause,
  };
  const row = newRow(transaction.context, timeline.events, sent, transaction.now);
  row.endsAt = await startAfter(transaction, timeline, row);
  await transaction.changes.create(timeline.events, row);
  await endBefore(transaction, timeline, row);
}

/** Adds an event after all others of its owner, which starts at max(now, start of the last one). */
export async function appendEvent(
  transaction: Transaction,
  timeline: Timeline,
  event: Omit<NewEvent, "startsAt">,
): Promise<void> {
  const last = await lastEvent(transaction, timeline, event.projectId, event.ownerId);
  const since = last?.startsAt ?? null;
  const isAhead = typeof since === "string" && since > transaction.now;
  const startsAt = isAhead ? since : transaction.now;
  await addEvent(transaction, timeline, { ...event, startsAt });
}

/** Returns the last event of a record by start, or undefined if it has none. */
export async function lastEvent(
  transaction: Transaction,
  timeline: Timeline,
  projectId: JsonValue,
  ownerId: JsonValue,
): Promise<Row | undefined> {
  const [last] = await eventsOf(
    transaction.writer,
    timeline,
    { projectId, ownerId },
    { direction: "desc" },
  );
  return last;
}

/** Returns the last event of a record that started by `at`, whether or not it has ended. */
export async function eventAt(
  reader: Reader,
  timeline: Timeline,
  owner: Owner,
  at: string,
): Promise<Row | undefined> {
  const from = { startsAt: at, createdAt: "9999-12-31T23:59:59.999Z", _id: lastId };
  const [found] = await eventsOf(reader, timeline, owner, { direction: "desc", from });
  return found;
}

const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Returns the event that starts next before or after this one, which need not be stored. */
export async function neighbour(
  transaction: Transaction,
  timeline: Timeline,
  event: Row,
  direction: "asc" | "desc",
): Promise<Row | undefined> {
  const owner = {
    projectId: event.projectId ?? null,
    ownerId: event[timeline.ownerColumn] ?? null,
  };
  const [found] = await eventsOf(transaction.writer, timeline, owner, { direction, from: event });
  return found;
}

/** Returns the start of the next event, or null if there is none. */
export async function startAfter(
  transaction: Transaction,
  timeline: Timeline,
  event: Row,
): Promise<JsonValue> {
  return (await neighbour(transaction, timeline, event, "asc"))?.startsAt ?? null;
}

/** Ends the previous event at the start of a new one, unless it ended earlier. */
export async function endBefore(
  transaction: Transaction,
  timeline: Timeline,
  event: Row,
): Promise<void> {
  const before = await neighbour(transaction, timeline, event, "desc");
  if (before && isUnder(before, event)) await setEnd(transaction, timeline, before, event.startsAt);
}

/** Returns true if an event lasts beyond the start of a later one. */
export function isUnder(before: Row, event: Row): boolean {
  const { endsAt = null } = before;
  return endsAt === null || String(endsAt) > String(event.startsAt);
}

/** Sets the end of an event. */
export async function setEnd(
  transaction: Transaction,
  timeline: Timeline,
  event: Row,
  endsAt: JsonValue | undefined,
): Promise<void> {
  if (event.endsAt === endsAt) return;
  await transaction.changes.update(timeline.events, event, { endsAt: endsAt ?? null });
}

/** Sets the value of an event on its record if that is in the same project. */
export async function setOwner(
  transaction: Transaction,
  timeline: Timeline,
  event: Row,
): Promise<void> {
  const { owner, ownerColumn, currentColumn, valueColumn } = timeline;
  const projects = [String(event.projectId)];
  const before = await findRow(transaction.writer, owner, String(event[ownerColumn]), projects);
  const value = event[valueColumn] ?? null;
  if (before === undefined || before[currentColumn] === value) return;
  const after = await transaction.changes.update(owner, before, { [currentColumn]: value });
  await timeline.afterOwner?.(transaction, before, after);
}

interface Owner {
  readonly projectId: JsonValue;
  readonly ownerId: JsonValue;
}

interface Way {
  readonly direction: "asc" | "desc";
  /** Only events after this one in the direction. */
  readonly from?: Row;
}

/** Returns the first event in a direction, by start, then by creation. */
async function eventsOf(
  reader: Reader,
  { events, ownerColumn }: Timeline,
  { projectId, ownerId }: Owner,
  { direction, from }: Way,
): Promise<Row[]> {
  const ofOwner: Filter = { op: "eq", column: ownerColumn, value: String(ownerId) };
  const others: Filter = { op: "ne", column: "_id", value: String(from?._id) };
  return reader.find(events, {
    projects: [String(projectId)],
    filter: from ? { op: "and", filters: [ofOwner, others] } : ofOwner,
    columns: everyColumn(events),
    sort: [
      { column: "startsAt", direction },
      { column: "createdAt", direction },
    ],
    limit: 1,
    ...(from && {
      after: { values: [textOf(from.startsAt), textOf(from.createdAt)], id: String(from._id) },
    }),
  });
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
