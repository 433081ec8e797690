import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { decoderOf } from "./decode";

/** Returns the columns whose values determine counters and links. */
export function trackedNames(table: Table): string[] {
  const project = table.byName.has("projectId") ? ["projectId"] : [];
  return ["_id", ...project, ...[...table.counted, ...table.lists].map(({ name }) => name)];
}

/** Returns true when a change of the column changes counters or links. */
export function isTracked(table: Table, column: StoredColumn): boolean {
  return column.name !== "_id" && trackedNames(table).includes(column.name);
}

/** Returns the tracked columns of a record. */
export async function trackedOf(
  { connection, statements }: ReadContext,
  table: Table,
  id: string,
): Promise<Row | undefined> {
  const names = trackedNames(table);
  const values = statements.values();
  const param = values.add(id);
  const statement = statements.prepare(
    `tracked ${table.name}`,
    () =>
      sql`select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table.name)} where "_id" = ${param}`,
  );
  const [stored] = await connection.rows(statement.sql, bind(statement, values));
  return stored && decoderOf(statements, table, names)(stored);
}
