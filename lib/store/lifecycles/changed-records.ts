import { sql } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { yieldEvery } from "@/lib/store/concurrency/yield-every";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { type EventTables, type LifecycleTables, lifecyclesIn } from "./lifecycle-tables";
import { writeDurations } from "./write-durations";

/** Events of a state that are read at once. */
const eventsAtOnce = 500;

/** The records whose durations a transaction may have changed. They are computed before its commit. */
export class ChangedRecords {
  readonly #ids = new Map<LifecycleTables, Set<string>>();
  /** States whose flags changed, which decide how long all records with their events took. */
  readonly #states = new Map<LifecycleTables, Set<string>>();

  /** Notes a row before or after a change of a deciding column. */
  add({ statements }: ReadContext, table: Table, row: Row): void {
    for (const lifecycle of lifecyclesIn(statements.tables)) {
      const { records, told } = lifecycle;
      if (records === table) put(this.#ids, lifecycle, row["_id"]);
      if (told?.events === table) put(this.#ids, lifecycle, row[told.owner]);
      if (told?.states === table) put(this.#states, lifecycle, row["_id"]);
    }
  }

  /** Stores the durations of the noted records. Returns the paths of those that changed. */
  async write(context: ReadContext): Promise<readonly string[]> {
    const changed = new Set<string>();
    const giveTurn = yieldEvery();
    const store = async (lifecycle: LifecycleTables, ids: ReadonlySet<string>) => {
      await giveTurn();
      const { path } = lifecycle.records.resource;
      if (await writeDurations(context, lifecycle, [...ids])) changed.add(path);
    };
    for (const [lifecycle, states] of this.#states) {
      for (const id of states) {
        if (lifecycle.told) {
          for await (const owners of ownersInState(context, lifecycle.told, id))
            await store(lifecycle, owners);
        }
      }
    }
    for (const [lifecycle, ids] of this.#ids) await store(lifecycle, ids);
    return [...changed];
  }
}

function put(
  map: Map<LifecycleTables, Set<string>>,
  lifecycle: LifecycleTables,
  id: JsonValue | undefined,
): void {
  if (typeof id !== "string") return;
  const known = map.get(lifecycle) ?? new Set();
  map.set(lifecycle, known.add(id));
}

/** Returns the records that have events of a state, in the order of an index of the events. */
async function* ownersInState(
  { connection, statements }: ReadContext,
  { events, owner, value, states }: EventTables,
  stateId: string,
): AsyncGenerator<ReadonlySet<string>> {
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
    yield new Set(page.map(([id]) => String(id)));
    const last = page.at(-1);
    if (page.length < eventsAtOnce || !last) return;
    after = [String(last[1]), String(last[2])];
  }
}
