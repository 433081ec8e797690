import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import { countTable } from "./counts";
import type { Connection } from "./engine";
import { fill, type Plans } from "./plans";
import type { Table } from "./table";

/** Changes to counters, gathered over a transaction and written with one statement. */
export class Deltas {
  readonly #amounts = new Map<string, Delta>();

  /** Counts a record in (1) or out (-1). */
  add(table: Table, row: Row, amount: 1 | -1): void {
    this.#add([table.resource.path, "", "", text(row["projectId"])], amount);
    this.change(table, row, amount);
  }

  /** Counts only the values of a record in or out, for a record that stays. */
  change(table: Table, row: Row, amount: 1 | -1): void {
    const { path } = table.resource;
    const project = text(row["projectId"]);
    for (const { name } of table.counted) this.#add([path, name, text(row[name]), project], amount);
    for (const { name } of table.lists) {
      for (const id of elements(row[name])) this.#add([path, name, id, project], amount);
    }
  }

  #add(keys: Delta["keys"], amount: number): void {
    const key = keys.join(" ");
    const known = this.#amounts.get(key);
    if (known) known.amount += amount;
    else this.#amounts.set(key, { keys, amount });
  }

  /** Writes what has changed since the last call. */
  async write(connection: Connection, plans: Plans): Promise<void> {
    if (this.#amounts.size === 0) return;
    const changed = [...this.#amounts.values()].filter(({ amount }) => amount !== 0);
    this.#amounts.clear();
    for (let from = 0; from < changed.length; from += 64) {
      await writeDeltas(connection, plans, changed.slice(from, from + 64));
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

async function writeDeltas(connection: Connection, plans: Plans, changed: Delta[]): Promise<void> {
  const values = plans.values();
  const rows = changed.map(({ keys, amount }) =>
    [...keys, amount].map((item) => values.take(item)),
  );
  const plan = plans.plan(`deltas ${rows.length}`, () => {
    const lines = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
    return sql`insert into ${sql.table(countTable)} (resource, column_name, value, project_id, amount) values ${lines} on conflict (resource, column_name, value, project_id) do update set amount = ${sql.table(countTable)}.amount + excluded.amount`;
  });
  await connection.run(plan.sql, fill(plan, values));
}
