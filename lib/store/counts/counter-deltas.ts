import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import type { Connection } from "@/lib/store/port/engine";
import { valueIn } from "@/lib/store/schema/counters";
import type { Table } from "@/lib/store/schema/table";
import { send } from "@/lib/store/statement/send";
import { bind, type Statements } from "@/lib/store/statement/statements";
import { countTable } from "./counts";

const counters = sql.table(countTable);

/** Counter changes, collected and written in batches. */
export class Deltas {
  readonly #amounts = new Map<string, Delta>();

  /** Adds a record to its counters (1) or removes it (-1). */
  add(table: Table, row: Row, amount: 1 | -1): void {
    this.#add([table.resource.path, "", "", text(row["projectId"])], amount);
    this.change(table, row, amount);
  }

  /** Adds or removes only the values of a record that stays. */
  change(table: Table, row: Row, amount: 1 | -1): void {
    const { path } = table.resource;
    const project = text(row["projectId"]);
    for (const counter of table.counters) {
      const { name } = counter;
      if (name !== "") this.#add([path, name, valueIn(counter, row), project], amount);
    }
    for (const { name } of table.lists) {
      for (const id of elements(row[name])) this.#add([path, name, id, project], amount);
    }
  }

  #add(keys: Delta["keys"], amount: number): void {
    const key = JSON.stringify(keys);
    const known = this.#amounts.get(key);
    if (known) known.amount += amount;
    else this.#amounts.set(key, { keys, amount });
  }

  get isEmpty(): boolean {
    return this.#amounts.size === 0;
  }

  /** Adds all changes of another collection. */
  addAll(others: Deltas): void {
    for (const { keys, amount } of others.#amounts.values()) this.#add(keys, amount);
  }

  clear(): void {
    this.#amounts.clear();
  }

  /** Writes the changes and keeps them in this collection. */
  async write(connection: Connection, statements: Statements): Promise<void> {
    const changed = [...this.#amounts.values()].filter(({ amount }) => amount !== 0);
    for (let from = 0; from < changed.length; from += 64) {
      await writeDeltas(connection, statements, changed.slice(from, from + 64));
    }
  }
}

interface Delta {
  readonly keys: readonly [resource: string, column: string, value: string, project: string];
  amount: number;
}

function elements(list: unknown): Set<string> {
  return new Set(Array.isArray(list) ? list.map(String) : []);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

async function writeDeltas(
  connection: Connection,
  statements: Statements,
  changed: Delta[],
): Promise<void> {
  const values = statements.values();
  const rows = changed.map(({ keys, amount }) => [...keys, amount].map((item) => values.add(item)));
  // Only a counter that decreases can reach zero.
  const mayVanish = changed.some(({ amount }) => amount < 0);
  const statement = statements.prepare(`deltas ${rows.length} ${mayVanish}`, () => {
    const lines = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
    const told = mayVanish
      ? sql` returning resource, column_name, value, project_id, amount`
      : sql``;
    return sql`insert into ${counters} (resource, column_name, value, project_id, amount) values ${lines} on conflict (resource, column_name, value, project_id) do update set amount = ${counters}.amount + excluded.amount${told}`;
  });
  const parameters = bind(statement, values);
  if (!mayVanish) {
    await send(connection, statement.sql, parameters);
    return;
  }
  const amounts = await connection.rows(statement.sql, parameters);
  for (const row of amounts.filter((one) => Number(one[4]) === 0)) {
    await dropCounter(connection, statements, row.slice(0, 4).map(String));
  }
}

/** Counters at zero would stay forever, for ids that no record refers to. */
async function dropCounter(
  connection: Connection,
  statements: Statements,
  keys: readonly string[],
): Promise<void> {
  const values = statements.values();
  const [resource, column, value, project] = keys.map((key) => values.add(key));
  const statement = statements.prepare(
    "drop counter",
    () =>
      sql`delete from ${counters} where resource = ${resource} and column_name = ${column} and value = ${value} and project_id = ${project} and amount = 0`,
  );
  await send(connection, statement.sql, bind(statement, values));
}
