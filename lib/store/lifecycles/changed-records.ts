import { sql } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { yieldEvery } from "@/lib/store/concurrency/yield-every";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { type FirstEvent, firstEvent, writeFirst } from "./first-event";
import { type EventTables, type LifecycleTables, lifecyclesIn } from "./lifecycle-tables";
import { writeDurations } from "./write-durations";

/** Events of a state that are read at once. */
const eventsAtOnce = 500;

/** The changes that a transaction made to what decides how long a record took. */
interface Note {
  /** Beginning of a new record, ISO 8601. */
  began?: string;
  /** The only event of a new record. */
  first?: FirstEvent;
  /** Anything but the creation of the record and of its first event. */
  isOther: boolean;
}

/** The records whose durations a transaction may have changed. They are computed before its commit. */
export class ChangedRecords {
  readonly #notes = new Map<LifecycleTables, Map<string, Note>>();
  /** States whose flags changed, which decide how long all records with their events took. */
  readonly #states = new Map<LifecycleTables, Set<string>>();

  /** True if no record was noted. */
  get isEmpty(): boolean {
    return this.#notes.size === 0 && this.#states.size === 0;
  }

  /** Notes a new row. `isFirst`: an event that is known to be the only one of its record. */
  inserted({ statements }: ReadContext, table: Table, row: Row, isFirst: boolean): void {
    for (const lifecycle of lifecyclesIn(statements.tables)) {
      const { records, told, began } = lifecycle;
      if (records === table)
        this.#note(lifecycle, row["_id"]).began = String(row[began] ?? row["createdAt"]);
      if (told?.states === table) this.#noteState(lifecycle, row["_id"]);
      if (told?.events !== table) continue;
      const note = this.#note(lifecycle, row[told.owner]);
      noteEvent(note, told, row, isFirst);
    }
  }

  /** Notes a row before or after a change of a deciding column, or a removed one. */
  changed({ statements }: ReadContext, table: Table, row: Row): void {
    for (const lifecycle of lifecyclesIn(statements.tables)) {
      const { records, told } = lifecycle;
      if (records === table) this.#note(lifecycle, row["_id"]).isOther = true;
      if (told?.events === table) this.#note(lifecycle, row[told.owner]).isOther = true;
      if (told?.states === table) this.#noteState(lifecycle, row["_id"]);
    }
  }

  /** Stores the durations of the noted records. Returns the paths of those that changed. */
  async write(context: ReadContext): Promise<readonly string[]> {
    const changed = new Set<string>();
    const giveTurn = yieldEvery();
    const store = async (lifecycle: LifecycleTables, ids: readonly string[]) => {
      await giveTurn();
      const { path } = lifecycle.records.resource;
      if (await writeDurations(context, lifecycle, ids)) changed.add(path);
    };
    for (const [lifecycle, states] of this.#states) {
      for await (const owners of ownersInStates(context, lifecycle, states))
        await store(lifecycle, owners);
    }
    for (const [lifecycle, notes] of this.#notes)
      await store(lifecycle, await withoutFirst(context, lifecycle, notes));
    return [...changed];
  }

  #note(lifecycle: LifecycleTables, id: JsonValue | undefined): Note {
    const notes = this.#notes.get(lifecycle) ?? new Map<string, Note>();
    this.#notes.set(lifecycle, notes);
    const note = notes.get(String(id)) ?? { isOther: false };
    notes.set(String(id), note);
    return note;
  }

  #noteState(lifecycle: LifecycleTables, id: JsonValue | undefined): void {
    const states = this.#states.get(lifecycle) ?? new Set();
    this.#states.set(lifecycle, states.add(String(id)));
  }
}

function noteEvent(note: Note, told: EventTables, row: Row, isFirst: boolean): void {
  const start = row[told.start];
  if (isFirst && note.began !== undefined && typeof start === "string")
    note.first = firstEvent(String(row[told.value]), note.began, start);
  else note.isOther = true;
}

/**
 * Returns the noted records whose durations have to be read. Those of new records with one event
 * follow from it and are sent at once, without a read.
 */
async function withoutFirst(
  context: ReadContext,
  lifecycle: LifecycleTables,
  notes: ReadonlyMap<string, Note>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [id, { first, isOther }] of notes) {
    if (first === undefined || isOther || !lifecycle.told) ids.push(id);
    else await writeFirst(context, lifecycle, lifecycle.told, id, first);
  }
  return ids;
}

/** Returns the records that have events of the states, in portions. */
async function* ownersInStates(
  context: ReadContext,
  { told }: LifecycleTables,
  stateIds: ReadonlySet<string>,
): AsyncGenerator<readonly string[]> {
  for (const id of stateIds) if (told) yield* ownersInState(context, told, id);
}

/** Returns the records that have events of a state, in the order of an index of the events. */
async function* ownersInState(
  { connection, statements }: ReadContext,
  { events, owner, value, states }: EventTables,
  stateId: string,
): AsyncGenerator<readonly string[]> {
  const order = sql.join([events.resource.timeField, "_id"].map((name) => sql.ref(`e.${name}`)));
  for (let after: readonly string[] = ["", ""]; ; ) {
    const values = statements.values();
    const [state, position] = [values.add(stateId), after.map((text) => values.add(text))];
    const statement = statements.prepare(
      `owners in state ${events.name}`,
      () =>
        sql`select e.${sql.ref(owner)}, ${order} from ${sql.table(states.name)} as s join ${sql.table(events.name)} as e on e."projectId" = s."projectId" and e.${sql.ref(value)} = s."_id" where s."_id" = ${state} and (${order}) > (${sql.join(position)}) order by ${order} limit ${sql.lit(eventsAtOnce)}`,
    );
    const page = await connection.rows(statement.sql, bind(statement, values));
    yield [...new Set(page.map(([id]) => String(id)))];
    const last = page.at(-1);
    if (page.length < eventsAtOnce || !last) return;
    after = [String(last[1]), String(last[2])];
  }
}
