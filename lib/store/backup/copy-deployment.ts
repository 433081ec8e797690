import { sql } from "kysely";
import { StartupError } from "@/lib/startup-error";
import type { Database } from "@/lib/store/open-store";
import type { Connection, Engine } from "@/lib/store/port/engine";
import { lastBackupSetting } from "@/lib/store/port/last-backup";
import type { TableSource } from "@/lib/store/port/readable-database";
import { tablesIn } from "@/lib/store/upgrade/catalog";
import { searchSetting } from "@/lib/store/upgrade/rebuild-text-index";
import { type ContentType, type TableSelection, wholeTables } from "./deployment-tables";
import { type Plain, RowSum, rowsOf, sumOf, type TableSum } from "./table-rows";

/** The result of copying one table. */
export interface Copied extends TableSum {
  readonly name: string;
  /** Columns that are no longer in any definition and are not copied. */
  readonly left: readonly string[];
}

/**
 * Copies a whole deployment into an empty one in one transaction. The source cannot be written
 * meanwhile. Each table is read back and compared with its source before the commit. Throws a
 * `StartupError` for a target that is not empty.
 */
export async function copyDeployment(from: Database, to: Database): Promise<Copied[]> {
  return await from.engine.transaction(({ connection: reading }) =>
    to.engine.transaction(async ({ connection: writing }) => {
      await letIdle(from.engine, reading);
      await letIdle(to.engine, writing);
      const [source, target] = [sourceOver(from.engine, reading), sourceOver(to.engine, writing)];
      const theirs = await wholeTables(source, from.tables.values());
      const ours = await wholeTables(target, to.tables.values());
      await requireEmpty(target, ours.values());
      await writing.run("delete from tocsin_setting", []);
      const copied: Copied[] = [];
      for (const table of usersFirst(theirs.values())) {
        const own = ours.get(table.name);
        if (!own) throw new StartupError(`The target has no table ${table.name}.`);
        copied.push(await copyTable({ source, table }, { source: target, table: own }));
      }
      // The next opening rebuilds the search index, and the backup note has no meaning for another
      // database.
      const forget =
        sql`delete from tocsin_setting where name in (${searchSetting}, ${lastBackupSetting})`.compile(
          target.dialect.builder,
        );
      await writing.run(forget.sql, forget.parameters);
      return copied;
    }),
  );
}

/**
 * Sign-in methods and sessions refer to their account, and an engine checks references row by row.
 */
function usersFirst(tables: Iterable<TableSelection>): TableSelection[] {
  const isUsers = ({ name }: TableSelection) => name === "auth_user";
  const all = [...tables];
  return [...all.filter(isUsers), ...all.filter((table) => !isUsers(table))];
}

function sourceOver(engine: Engine, connection: Connection): TableSource {
  return {
    ...{ connection, dialect: engine.dialect },
    tables: async () => [...(await tablesIn(engine, connection)).keys()],
    columns: async (table) => [...((await tablesIn(engine, connection)).get(table) ?? [])],
  };
}

/**
 * One side idles while the other works on a large table, longer than a server lets a transaction
 * idle.
 */
async function letIdle({ dialect }: Engine, connection: Connection): Promise<void> {
  if (dialect.name !== "postgres") return;
  await connection.run("set local idle_in_transaction_session_timeout = 0", []);
}

async function requireEmpty(target: TableSource, tables: Iterable<TableSelection>): Promise<void> {
  for (const table of tables) {
    if (table.name === "tocsin_setting") continue;
    const { done, value } = await rowsOf(target, table).next();
    if (done === true || value.length === 0) continue;
    throw new StartupError(
      `The target is not empty: its table ${table.name} has rows. Name a new database.`,
    );
  }
}

interface Side {
  readonly source: TableSource;
  readonly table: TableSelection;
}

async function copyTable(from: Side, to: Side): Promise<Copied> {
  const { name } = from.table;
  const has = (column: string) => Object.hasOwn(to.table.columns, column);
  const all = Object.entries(from.table.columns);
  const columns = Object.fromEntries(all.filter(([column]) => has(column)));
  const sum = new RowSum();
  for await (const rows of rowsOf(from.source, { ...from.table, columns })) {
    for (const row of rows) sum.add(row);
    await insertAll({ ...to, table: { ...to.table, columns } }, rows);
  }
  const wanted = sum.total;
  const found = await sumOf(to.source, { ...to.table, columns });
  if (found.rows !== wanted.rows || found.checksum !== wanted.checksum) {
    throw new Error(
      `The copy of ${name} differs: ${wanted.rows} rows with ${wanted.checksum}, ${found.rows} with ${found.checksum} after copying. Nothing was kept.`,
    );
  }
  const left = all.map(([column]) => column).filter((column) => !has(column));
  return { name, ...wanted, left };
}

const mostParameters = 5_000;

async function insertAll({ source, table }: Side, rows: Plain[][]): Promise<void> {
  const columns = Object.entries(table.columns);
  const atOnce = Math.max(1, Math.floor(mostParameters / columns.length));
  const names = sql.join(columns.map(([column]) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += atOnce) {
    const lines = rows.slice(start, start + atOnce).map((row) => {
      const values = columns.map(([, type], place) => stored(source, type, row[place] ?? null));
      return sql`(${sql.join(values)})`;
    });
    const statement =
      sql`insert into ${sql.table(table.name)} (${names}) values ${sql.join(lines)}`.compile(
        source.dialect.builder,
      );
    await source.connection.run(statement.sql, statement.parameters);
  }
}

function stored({ dialect }: TableSource, type: ContentType, value: Plain): unknown {
  if (value === null || value instanceof Uint8Array) return value;
  const encode = type === "plain" || type === "bytes" ? undefined : dialect.storage[type].encode;
  return encode ? encode(value) : value;
}
