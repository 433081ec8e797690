import pg from "pg";
import { StartupError } from "@/lib/startup-error";
import { Mutex } from "@/lib/store/concurrency/mutex";
import type { ReadableDatabase } from "@/lib/store/port/readable-database";
import { postgresAddress } from "@/lib/store/postgres/connection/address";
import { connectionOver } from "@/lib/store/postgres/connection/connection";
import { connectMs } from "@/lib/store/postgres/connection/limits";
import { types } from "@/lib/store/postgres/connection/types";
import { dialect } from "@/lib/store/postgres/sql/dialect";
import { versionTable } from "@/lib/store/upgrade/migrations";

/** A PostgreSQL database as of one snapshot, unaffected by later writes. */
export interface ReadableServer extends ReadableDatabase {
  /** Connection string of the host that is read. */
  readonly host: string;
  readonly major: number;
  readonly schema: string;
  /** Id by which other connections can read the same snapshot while this one is open. */
  readonly snapshot: string;
}

/**
 * Opens a database for reading: of several hosts the one that takes writes, a single host in any
 * case. Throws a `StartupError` without the password when it cannot be read or is not Tocsin's.
 */
export async function readableServer(url: string): Promise<ReadableServer> {
  const { name } = postgresAddress(url);
  const { client, host } = await connectedTo(url);
  try {
    await client.query(
      "begin isolation level repeatable read read only; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0",
    );
    const readable = await readableOver(client, host);
    if ((await readable.tables()).includes(versionTable)) return readable;
    throw new StartupError(`The database ${name} is none of Tocsin's.`);
  } catch (error) {
    await client.end();
    throw cannotBe("read", name, error);
  }
}

/**
 * Returns a connection without time limits to the host that takes writes, or to the only host; the
 * caller ends it. Throws a `StartupError` when there is none.
 */
export async function connectedTo(
  url: string,
): Promise<{ readonly client: pg.Client; readonly host: string }> {
  const { hosts, name } = postgresAddress(url);
  let reason: unknown = new Error("none of its hosts takes writes");
  for (const host of hosts) {
    const client = new pg.Client({
      ...{ connectionString: host, connectionTimeoutMillis: connectMs },
      ...{ types, application_name: "tocsin-backup", keepAlive: true },
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const [row] = (await client.query("show transaction_read_only")).rows;
      if (hosts.length === 1 || row?.transaction_read_only === "off") return { client, host };
    } catch (error) {
      reason = error;
    }
    await client.end().catch(() => undefined);
  }
  throw cannotBe("reached", name, reason);
}

/** Returns the error as a `StartupError` that names the database. */
export function cannotBe(what: string, name: string, error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  const said = error instanceof Error ? error.message : String(error);
  return new StartupError(
    `The database ${name} cannot be ${what}: ${said.replace(/\.?\s*$/, ".")}`,
    { cause: error },
  );
}

async function readableOver(client: pg.Client, host: string): Promise<ReadableServer> {
  const connection = connectionOver(client, new Mutex(), () => undefined);
  const names = async (text: string, ...parameters: string[]) =>
    (await connection.rows(text, parameters)).map(([name]) => String(name));
  const [version = "", snapshot = "", schema = ""] = await names(
    "select unnest(array[current_setting('server_version'), pg_export_snapshot(), current_schema()::text])",
  );
  return {
    ...{ host, version, snapshot, schema, major: Number.parseInt(version, 10) },
    ...{ dialect, connection },
    tables: () => names(tablesHere),
    columns: (table) => names(columnsOf, table),
    faults: () => names(damage),
    close: () => client.end(),
  };
}

const here = "relnamespace = current_schema()::regnamespace";
const tablesHere = `select relname::text from pg_class where ${here} and relkind in ('r', 'p')`;
const columnsOf = `select attname::text from pg_attribute join pg_class on pg_class.oid = attrelid where ${here} and relname = $1 and attnum > 0 and not attisdropped order by attnum`;

/**
 * Damage known to the server: invalid indexes, unvalidated constraints, pages with wrong checksums.
 */
const damage = `
select 'the index ' || relname || ' is not whole' from pg_index join pg_class on pg_class.oid = indexrelid where ${here} and not indisvalid
union all
select 'the rule ' || conname || ' of ' || relname || ' was never looked at' from pg_constraint join pg_class on pg_class.oid = conrelid where ${here} and not convalidated
union all
select checksum_failures || ' pages on the disk were not as they had been written, since statistics were last reset (pg_stat_reset() does so after the repair)' from pg_stat_database where datname = current_database() and checksum_failures > 0`;
