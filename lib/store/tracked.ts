import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import type { Access } from "./access";
import { fill } from "./plans";
import type { StoredColumn, Table } from "./table";

/** The columns whose values decide counters and links. */
export function trackedNames(table: Table): string[] {
  const project = table.byName.has("projectId") ? ["projectId"] : [];
  return ["_id", ...project, ...table.counted.map(({ name }) => name)];
}

/** True when a change of the column changes counters or links. */
export function isTracked(table: Table, column: StoredColumn): boolean {
  return column.link !== undefined || trackedNames(table).includes(column.name);
}

/** Tracked columns hold ids, which lie in the database as they are answered. */
export function trackedRow(names: readonly string[], stored: readonly unknown[]): Row {
  return Object.fromEntries(
    names.map((name, place) => [name, stored[place] === null ? null : String(stored[place])]),
  );
}

/** The tracked columns of a record. */
export async function trackedOf(
  { connection, plans }: Access,
  table: Table,
  id: string,
): Promise<Row | undefined> {
  const names = trackedNames(table);
  const values = plans.values();
  const slot = values.take(id);
  const plan = plans.plan(
    `tracked ${table.name}`,
    () =>
      sql`select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table.name)} where "_id" = ${slot}`,
  );
  const [stored] = await connection.rows(plan.sql, fill(plan, values));
  return stored && trackedRow(names, stored);
}

/** The values of the counted columns, in their order. */
export function countedOf(table: Table, row: Row): (Row[string] | undefined)[] {
  return table.counted.map(({ name }) => row[name]);
}
