import { type RawBuilder, sql } from "kysely";
import type { RawSql } from "@/lib/store/port/open-database";
import type { Store } from "@/lib/store/port/store";
import { kyselyOver, type TestDatabase } from "@/lib/store/testing/kysely";

/**
 * Returns all rows of the database by table, except the last use of keys, refusals and SQLite's
 * statistics: those are written just after the response, also when another request has come in
 * between.
 */
export async function dump(store: Store): Promise<Record<string, unknown[]>> {
  const contents: Record<string, unknown[]> = {};
  for (const [name, all] of await allRows[store.rawSql.engine](kyselyOver(store))) {
    const written = all
      .filter((row) => !isRefusal(name, row))
      .map((row) => ("lastUsedAt" in row ? { ...row, lastUsedAt: null } : row))
      .map((row) => ({ row, text: JSON.stringify(row) }));
    // PostgreSQL returns rows in the order of their last change.
    written.sort((one, other) => (one.text < other.text ? -1 : 1));
    contents[name] = written.map(({ row }) => row);
  }
  return contents;
}

/** Returns true for access log rows that count refusals, and for the counters of the log. */
function isRefusal(table: string, row: object): boolean {
  if (table === "access_log") return "event" in row && /_refused$/.test(String(row.event));
  return table === "tocsin_record_count" && "resource" in row && row.resource === "access-log";
}

type RowsByTable = ReadonlyMap<string, readonly object[]>;

const allRows: Readonly<Record<RawSql["engine"], (db: TestDatabase) => Promise<RowsByTable>>> = {
  sqlite: async (db) => {
    const tables = sql`select name from sqlite_master where type = 'table' and name not glob 'sqlite_stat*'`;
    const rows = new Map<string, readonly object[]>();
    for (const name of await names(db, tables)) {
      rows.set(name, (await sql<object>`select * from ${sql.table(name)}`.execute(db)).rows);
    }
    return rows;
  },
  // One statement, because each takes longer on its way to a server than there.
  postgres: async (db) => {
    const tables = sql`select tablename as name from pg_tables where schemaname = current_schema()`;
    const all = (await names(db, tables)).map(
      (name) => sql`select ${sql.lit(name)} as name, json_agg(t) as rows from ${sql.table(name)} t`,
    );
    const read = sql<{ name: string; rows: object[] | null }>`${sql.join(all, sql` union all `)}`;
    return new Map((await read.execute(db)).rows.map(({ name, rows }) => [name, rows ?? []]));
  },
};

async function names(db: TestDatabase, tables: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`${tables}`.execute(db);
  return rows.map(({ name }) => name);
}
