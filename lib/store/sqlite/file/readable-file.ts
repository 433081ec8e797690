import { closeSync, existsSync, fsyncSync, openSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Database, SqliteError } from "better-sqlite3";
import { isStartupError, StartupError } from "@/lib/startup-error";
import type { ReadableDatabase } from "@/lib/store/port/readable-database";
import { SqliteConnection } from "@/lib/store/sqlite/connection/connection";
import { openRaw } from "@/lib/store/sqlite/connection/open-raw";
import { dialect } from "@/lib/store/sqlite/sql/dialect";
import { versionTable } from "@/lib/store/upgrade/migrations";

/** Time in milliseconds that a reader waits while a server opens or closes the file. */
const patienceMs = 5_000;

/**
 * Opens a database file for reading, as of the first read, unaffected by later writes. Throws a
 * `StartupError` when it cannot be read.
 */
export function readableFile(path: string): ReadableDatabase {
  const raw = openBeside(path);
  // One snapshot for all statements until the connection is closed: compared data must not change.
  raw.exec("begin");
  const connection = new SqliteConnection(raw, Number.POSITIVE_INFINITY);
  return {
    version: String(raw.prepare("select sqlite_version()").pluck().get()),
    dialect,
    connection: {
      rows: async (text, parameters) => whole(path, () => connection.rows(text, parameters)),
      run: () => Promise.reject(new Error("The database is open for reading only.")),
    },
    tables: async () => namesIn(raw),
    columns: async (table) =>
      connection
        .rows("select name from pragma_table_info(?)", [table])
        .map(([name]) => String(name)),
    faults: async () => whole(path, () => faultsIn(raw)),
    close: async () => void raw.close(),
  };
}

/** Returns the result of `read`. Throws a `StartupError` when SQLite finds the file damaged. */
function whole<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SqliteError && error.code.startsWith("SQLITE_CORRUPT"))) throw error;
    const sentence = `The database ${path} is damaged (${error.message}): restore a backup.`;
    throw new StartupError(sentence, { cause: error });
  }
}

/**
 * Writes a complete, compact copy of a database file as of one point in time, while a server may
 * write to it, and flushes it to disk. `into` must be missing or empty. Throws a `StartupError`
 * when the source cannot be read or the copy cannot be written.
 */
export function copyFileInto(path: string, into: string): void {
  const raw = openBeside(path);
  try {
    raw.prepare("vacuum into ?").run(into);
  } catch (error) {
    throw new StartupError(`The copy cannot be written: ${reasonOf(error)}.`, { cause: error });
  } finally {
    raw.close();
  }
  flush(into);
}

/** Waits until a file, or a folder's list of names, is on disk. */
export function flush(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function openBeside(file: string): Database {
  const path = resolve(file);
  if (!existsSync(path)) throw new StartupError(`There is no database at ${path}.`);
  if (statSync(path).isDirectory()) {
    throw new StartupError(`${path} is a folder: name the file in it.`);
  }
  try {
    const raw = openRaw(path, { readonly: true, timeout: patienceMs });
    if (namesIn(raw).includes(versionTable)) return raw;
    raw.close();
  } catch (error) {
    if (isStartupError(error)) throw error;
    const why = reasonOf(error);
    throw new StartupError(`The database ${path} cannot be read: ${why}.`, { cause: error });
  }
  throw new StartupError(`The file ${path} is no database of Tocsin's.`);
}

function namesIn(raw: Database): string[] {
  const rows = raw.prepare("select name from sqlite_master where type = 'table'").raw(true).all();
  return rows.map((row) => String((row as unknown[])[0]));
}

function faultsIn(raw: Database): string[] {
  const structure = raw.pragma("integrity_check(20)") as { integrity_check: string }[];
  const foreign = raw.pragma("foreign_key_check") as { table: string; parent: string }[];
  return [
    ...structure.map((row) => row.integrity_check).filter((said) => said !== "ok"),
    ...foreign.map(({ table, parent }) => `a row of ${table} refers to nothing in ${parent}`),
  ].map((said) => said.replace(/\s+/g, " "));
}

function reasonOf(error: unknown): string {
  const code = error instanceof SqliteError ? error.code : "";
  const [, known] = reasons.find(([prefix]) => code.startsWith(prefix)) ?? [];
  return known ?? (error instanceof Error ? error.message : String(error));
}

const reasons: readonly (readonly [string, string])[] = [
  ["SQLITE_NOTADB", "the file is no SQLite database"],
  ["SQLITE_CORRUPT", "the file is damaged"],
  ["SQLITE_FULL", "the disk is full"],
  ["SQLITE_CANTOPEN", "the file or its folder cannot be reached or written by this account"],
  ["SQLITE_READONLY", "the folder cannot be written by this account"],
  ["SQLITE_PERM", "access is denied"],
  ["SQLITE_BUSY", "another process keeps it locked"],
  ["SQLITE_IOERR", "the disk does not answer as it should"],
];
