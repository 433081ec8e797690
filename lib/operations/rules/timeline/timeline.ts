import { newRow } from "@/lib/operations/rows/new-row";
import { findRow, findRows } from "@/lib/operations/rows/read-record";
import { laterThan } from "@/lib/operations/transaction/changes";
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
export interface NewEvent extends Owner {
  readonly value: JsonValue;
  readonly startsAt: JsonValue;
  readonly rootCause?: string;
}

/** The events of a timeline within a transaction. */
export class TimelineEvents {
  readonly #transaction: Transaction;
  readonly #timeline: Timeline;

  constructor(transaction: Transaction, timeline: Timeline) {
    this.#transaction = transaction;
    this.#timeline = timeline;
  }

  /**
   * Inserts an event in time order and ends the previous one. Does not change the owner. `isAlone`:
   * the record is known to have no other events.
   */
  async add(event: NewEvent, isAlone = false): Promise<void> {
    const { context, now, changes } = this.#transaction;
    const { events, ownerColumn, valueColumn } = this.#timeline;
    const { projectId, ownerId, value, startsAt, rootCause = null } = event;
    const sent = { projectId, [ownerColumn]: ownerId, [valueColumn]: value, startsAt, rootCause };
    const row = newRow(context, events, sent, now);
    if (!isAlone) row.endsAt = await this.startAfter(row);
    await changes.create(events, row, isAlone);
    if (!isAlone) await this.endBefore(row);
  }

  /** Adds an event after all others of its owner. */
  async append(event: Omit<NewEvent, "startsAt">): Promise<void> {
    await this.add({ ...event, startsAt: await this.startAtEnd(event) });
  }

  /** Returns the start of a new event after all others of a record: max(now, start of the last). */
  async startAtEnd(owner: Owner): Promise<string> {
    const { now } = this.#transaction;
    const last = await this.last(owner);
    const since = last?.startsAt;
    if (typeof since !== "string" || since < now) return now;
    // Equal starts are ordered by creation. Another process, whose clock is ahead, may have made the last.
    return String(last?.createdAt) > now ? laterThan(since, now) : since;
  }

  /** Returns the last event of a record by start, or undefined if it has none. */
  last(owner: Owner): Promise<Row | undefined> {
    return firstOf(this.#transaction.writer, this.#timeline, owner, { direction: "desc" });
  }

  /** Returns the event that starts next before or after this one, which need not be stored. */
  neighbour(event: Row, direction: "asc" | "desc"): Promise<Row | undefined> {
    const { projectId = null, [this.#timeline.ownerColumn]: ownerId = null } = event;
    const owner = { projectId, ownerId };
    return firstOf(this.#transaction.writer, this.#timeline, owner, { direction, from: event });
  }

  /** Returns the start of the next event, or null if there is none. */
  async startAfter(event: Row): Promise<JsonValue> {
    return (await this.neighbour(event, "asc"))?.startsAt ?? null;
  }

  /** Ends the previous event at the start of a new one, unless it ended earlier. */
  async endBefore(event: Row): Promise<void> {
    const before = await this.neighbour(event, "desc");
    if (before && isUnder(before, event)) await this.setEnd(before, event.startsAt);
  }

  /** Sets the end of an event. */
  async setEnd(event: Row, endsAt: JsonValue | undefined): Promise<void> {
    if (event.endsAt === endsAt) return;
    const { changes } = this.#transaction;
    await changes.update(this.#timeline.events, event, { endsAt: endsAt ?? null });
  }

  /** Sets the value of an event on its record if that is in the same project. */
  async setOwner(event: Row): Promise<void> {
    const { writer, changes } = this.#transaction;
    const { owner, ownerColumn, currentColumn, valueColumn, afterOwner } = this.#timeline;
    const projects = [String(event.projectId)];
    const before = await findRow(writer, owner, String(event[ownerColumn]), projects);
    const value = event[valueColumn] ?? null;
    if (before === undefined || before[currentColumn] === value) return;
    const after = await changes.update(owner, before, { [currentColumn]: value });
    await afterOwner?.(this.#transaction, before, after);
  }
}

/** Returns true if an event lasts beyond the start of a later one. */
export function isUnder(before: Row, event: Row): boolean {
  const { endsAt = null } = before;
  return endsAt === null || String(endsAt) > String(event.startsAt);
}

/** Returns the last event of a record that started by `at`, whether or not it has ended. */
export async function eventAt(
  reader: Reader,
  timeline: Timeline,
  owner: Owner,
  at: string,
): Promise<Row | undefined> {
  const from = { startsAt: at, createdAt: "9999-12-31T23:59:59.999Z", _id: lastId };
  return await firstOf(reader, timeline, owner, { direction: "desc", from });
}

const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

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
async function firstOf(
  reader: Reader,
  { events, ownerColumn }: Timeline,
  { projectId, ownerId }: Owner,
  { direction, from }: Way,
): Promise<Row | undefined> {
  const ofOwner: Filter = { op: "eq", column: ownerColumn, value: String(ownerId) };
  const others: Filter = { op: "ne", column: "_id", value: String(from?._id) };
  const [found] = await findRows(reader, events, {
    projects: [String(projectId)],
    filter: from ? { op: "and", filters: [ofOwner, others] } : ofOwner,
    sort: [
      { column: "startsAt", direction },
      { column: "createdAt", direction },
    ],
    limit: 1,
    ...(from && {
      after: { values: [textOf(from.startsAt), textOf(from.createdAt)], id: String(from._id) },
    }),
  });
  return found;
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
