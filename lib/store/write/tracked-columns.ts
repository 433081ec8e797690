import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import { periodColumns } from "@/lib/store/periods/period-table";
import { decoderOf } from "@/lib/store/read/decode";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";

/** Returns the columns whose values determine counters, links and packed events. */
export function trackedNames(table: Table): string[] {
  const project = table.byName.has("projectId") ? ["projectId"] : [];
  const derived = [...table.counted, ...table.lists].map(({ name }) => name);
  const periods = Object.values(periodColumns(table.resource) ?? {});
  return [...new Set(["_id", ...project, ...derived, ...periods])];
}

/** Returns true when a change of the column changes one of these. */
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
