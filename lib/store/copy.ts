import { sql } from "kysely";
import { StartupError } from "@/lib/startup-error";
import { RowSum, sumOf, type TableSum } from "./checksums";
import type { Connection, Engine } from "./engine";
import { type KeptTable, keptTables, type Plain, rowsOf } from "./kept-tables";
import type { Database } from "./open-store";
import { searchSetting } from "./search-rebuild";

/** What was copied of one table. */
export interface Copied extends TableSum {
  readonly name: string;
  /** Columns that no definition names any more, which stay behind. */
  readonly left: readonly string[];
}

/**
 * Copies a whole deployment into an empty one, in one transaction: all of it or nothing. The source cannot be written
 * meanwhile. Each table is read back and compared with its source before the transaction ends. Throws a `StartupError`
 * for a target that is not empty.
 */
export async function copyDeployment(from: Database, to: Database): Promise<Copied[]> {
  return await from.engine.transaction(({ connection: source }) =>
    to.engine.transaction(async ({ connection: target }) => {
      await letIdle(from.engine, source);
      await letIdle(to.engine, target);
      const theirs = await keptTables(from.engine, source, from.tables.values());
      const ours = await keptTables(to.engine, target, to.tables.values());
      await requireEmpty(to.engine, target, ours.values());
      await target.run("delete from tocsin_setting", []);
      const copied: Copied[] = [];
      for (const table of theirs.values()) {
        const own = ours.get(table.name);
        if (!own) throw new StartupError(`The target has no table ${table.name}.`);
        copied.push(
          await copyTable(
            { engine: from.engine, connection: source, table },
            { engine: to.engine, connection: target, table: own },
          ),
        );
      }
      // Made anew from the records at the next opening.
      const forget = sql`delete from tocsin_setting where name = ${searchSetting}`;
      const { sql: text, parameters } = forget.compile(to.engine.authDatabase.db);
      await target.run(text, parameters);
      return copied;
    }),
  );
}

/** While one side works on a large table the other waits, for longer than a server lets a transaction. */
async function letIdle({ authDatabase: { type } }: Engine, connection: Connection): Promise<void> {
  if (type !== "postgres") return;
  await connection.run("set local idle_in_transaction_session_timeout = 0", []);
}

async function requireEmpty(
  engine: Engine,
  connection: Connection,
  tables: Iterable<KeptTable>,
): Promise<void> {
  for (const table of tables) {
    if (table.name === "tocsin_setting") continue;
    const { done, value } = await rowsOf(engine, connection, table, table.key).next();
    if (done === true || value.length === 0) continue;
    throw new StartupError(
      `The target is not empty: its table ${table.name} has rows. Name a new database.`,
    );
  }
}

interface Side {
  readonly engine: Engine;
  readonly connection: Connection;
  readonly table: KeptTable;
}

async function copyTable(from: Side, to: Side): Promise<Copied> {
  const { name } = from.table;
  const columns = from.table.columns.filter((column) => to.table.columns.includes(column));
  const sum = new RowSum();
  for await (const rows of rowsOf(from.engine, from.connection, from.table, columns)) {
    for (const row of rows) sum.add(row);
    await insertAll(to, columns, rows);
  }
  const wanted = sum.total;
  const found = await sumOf(to.engine, to.connection, to.table, columns);
  if (found.rows !== wanted.rows || found.checksum !== wanted.checksum) {
    throw new Error(
      `The copy of ${name} differs: ${wanted.rows} rows with ${wanted.checksum}, ${found.rows} with ${found.checksum} after copying. Nothing was kept.`,
    );
  }
  const left = from.table.columns.filter((column) => !columns.includes(column));
  return { name, ...wanted, left };
}

const mostParameters = 5_000;

async function insertAll(to: Side, columns: readonly string[], rows: Plain[][]): Promise<void> {
  const { db } = to.engine.authDatabase;
  const atOnce = Math.max(1, Math.floor(mostParameters / columns.length));
  const names = sql.join(columns.map((column) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += atOnce) {
    const lines = rows.slice(start, start + atOnce).map((row) => {
      const values = row.map((value, place) => stored(to, columns[place], value));
      return sql`(${sql.join(values)})`;
    });
    const statement = sql`insert into ${sql.table(to.table.name)} (${names}) values ${sql.join(lines)}`;
    const { sql: text, parameters } = statement.compile(db);
    await to.connection.run(text, parameters);
  }
}

function stored({ table }: Side, column: string | undefined, value: Plain): unknown {
  if (value === null || value instanceof Uint8Array) return value;
  const encode = table.storage.get(column ?? "")?.encode;
  return encode ? encode(value) : value;
}
