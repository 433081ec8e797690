import type { Connection, Engine } from "@/lib/store/port/engine";

/** Returns the names of all tables and of their columns. */
export async function tablesIn(
  { catalog }: Engine,
  connection: Connection,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const tables = new Map<string, Set<string>>();
  for (const [table, column] of await connection.rows(catalog.columns, [])) {
    const columns = tables.get(String(table)) ?? new Set();
    tables.set(String(table), columns.add(String(column)));
  }
  return tables;
}
