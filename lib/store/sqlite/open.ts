import { closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import Sqlite, { SqliteError } from "better-sqlite3";
import { StartupError } from "@/lib/startup-error";
import { Mutex } from "@/lib/store/mutex";
import { noteCleanStop, takeCleanStop } from "./clean-stop";
import { SqliteConnection } from "./connection";
import { lockBeside } from "./lock";
import { removeLeftCopies } from "./snapshot";

/** An open SQLite database: its writing connection, and the one that reads what is committed. */
export interface SqliteFiles {
  readonly writer: SqliteConnection;
  /** In memory there is one connection for both. */
  readonly reader: SqliteConnection;
  readonly mutex: Mutex;
  close(): void;
}

/** Opens a database in memory. */
export function openMemory(queryTimeoutMs: number): SqliteFiles {
  const writer = new SqliteConnection(new Sqlite(":memory:"), queryTimeoutMs);
  layOut(writer);
  set(writer);
  return { writer, reader: writer, mutex: new Mutex(), close: () => writer.raw.close() };
}

/**
 * Opens a database file, made with its folder when missing, for this process alone. `accept` looks at what is
 * there before anything is changed. Throws a `StartupError` when the file cannot serve.
 */
export function openFile(
  file: string,
  queryTimeoutMs: number,
  accept: (connection: SqliteConnection) => void,
): SqliteFiles {
  const path = placeOf(file);
  const closing: (() => unknown)[] = [];
  let isWell = false;
  const closeAll = () => {
    for (const close of closing.reverse()) close();
  };
  const open = (): SqliteConnection => {
    const raw = new Sqlite(path, { timeout: 100 });
    closing.push(() => raw.close());
    return new SqliteConnection(raw, queryTimeoutMs);
  };
  try {
    closing.push(lockBeside(path));
    keepPrivate(path);
    removeLeftCopies(path);
    const isAsLeft = takeCleanStop(path);
    closing.push(() => isWell && noteCleanStop(path));
    const writer = open();
    if (!isAsLeft) check(writer, path);
    accept(writer);
    layOut(writer);
    writer.raw.pragma("journal_mode = wal");
    set(writer);
    const reader = open();
    set(reader);
    reader.raw.pragma("query_only = on");
    isWell = true;
    return { writer, reader, mutex: new Mutex(), close: closeAll };
  } catch (error) {
    closeAll();
    throw explained(error, path);
  }
}

/** The one name of the file, so that two ways to it meet the same lock. */
function placeOf(file: string): string {
  const wanted = resolve(file);
  try {
    if (statSync(wanted, { throwIfNoEntry: false })?.isDirectory()) {
      throw new StartupError(`The database ${wanted} cannot be opened: it is a folder.`);
    }
    if (existsSync(wanted)) return realpathSync(wanted);
    mkdirSync(dirname(wanted), { recursive: true });
    return join(realpathSync(dirname(wanted)), basename(wanted));
  } catch (error) {
    throw explained(error, wanted);
  }
}

/** A new file is for this account alone; SQLite gives the files it adds beside it the same mode. */
function keepPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

function check(connection: SqliteConnection, path: string): void {
  const result = connection.raw.pragma("quick_check(1)", { simple: true });
  if (result !== "ok") {
    const said = String(result).replace(/\s+/g, " ");
    throw new StartupError(`The database ${path} is damaged (${said}): restore a backup.`);
  }
}

/** What a new database keeps for good; one that holds anything stays as it was made (docs/decisions/027). */
function layOut({ raw }: SqliteConnection): void {
  raw.pragma("page_size = 8192");
}

/** Settings live with the connection, not in the file, so they are made at every open. */
function set({ raw }: SqliteConnection): void {
  raw.pragma("synchronous = full");
  raw.pragma("foreign_keys = on");
  raw.pragma("trusted_schema = off");
  raw.pragma("busy_timeout = 100");
}

function explained(error: unknown, path: string): unknown {
  if (error instanceof StartupError) return error;
  const code = error instanceof SqliteError ? error.code : undefined;
  const why = code === undefined ? undefined : reasons[code];
  const said = error instanceof Error ? error.message : String(error);
  return new StartupError(`The database ${path} cannot be opened: ${why ?? said}.`, {
    cause: error,
  });
}

const reasons: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: "the file is no SQLite database",
  SQLITE_CORRUPT: "the file is damaged, restore a backup",
  SQLITE_CANTOPEN: "the file or its folder cannot be reached or written",
  SQLITE_READONLY: "the file cannot be written",
  SQLITE_PERM: "access is denied",
  SQLITE_AUTH: "access is denied",
};
