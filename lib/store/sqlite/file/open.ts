import { closeSync, existsSync, openSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { SqliteError } from "better-sqlite3";
import { StartupError } from "@/lib/startup-error";
import { Mutex } from "@/lib/store/concurrency/mutex";
import { SqliteConnection } from "@/lib/store/sqlite/connection/connection";
import { openRaw } from "@/lib/store/sqlite/connection/open-raw";
import { noteCleanShutdown, takeCleanShutdown } from "./clean-shutdown";
import { lockBeside } from "./file-lock";
import { isLogMissing, noteOpen } from "./open-marker";
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
  const writer = new SqliteConnection(openRaw(":memory:"), queryTimeoutMs);
  layOut(writer);
  set(writer);
  return { writer, reader: writer, mutex: new Mutex(), close: () => writer.raw.close() };
}

/** How a database file is opened. */
export interface FileOptions {
  readonly queryTimeoutMs: number;
  /** Whether a file that is missing is made; true when absent. */
  readonly mayCreate?: boolean;
  /** Looks at what is there before anything is changed. What it throws refuses the file. */
  readonly accept?: (connection: SqliteConnection) => void;
  /** Told, in a sentence, what the operator should know of a file that serves all the same. */
  readonly onDoubt?: (warning: string) => void;
}

/**
 * Opens a database file for this process alone. Throws a `StartupError` when the file cannot serve, or is missing and
 * may not be made. Its folder must be there: an empty one in place of a disk that is not mounted would hide the records.
 */
export function openFile(file: string, options: FileOptions): SqliteFiles {
  const { queryTimeoutMs, accept, onDoubt } = options;
  const path = placeOf(file, options);
  const closing: (() => unknown)[] = [];
  let isWell = false;
  const closeAll = () => {
    for (const close of closing.reverse()) close();
  };
  const open = (): SqliteConnection => {
    const raw = openRaw(path, { timeout: 100 });
    closing.push(() => raw.close());
    return new SqliteConnection(raw, queryTimeoutMs);
  };
  try {
    closing.push(lockBeside(path));
    keepPrivate(path);
    removeLeftCopies(path);
    if (isLogMissing(path)) onDoubt?.(logMissing(path));
    const isAsLeft = takeCleanShutdown(path);
    closing.push(() => isWell && noteCleanShutdown(path));
    const writer = open();
    if (!isAsLeft) check(writer, path);
    accept?.(writer);
    layOut(writer);
    writer.raw.pragma("journal_mode = wal");
    set(writer);
    const reader = open();
    set(reader);
    reader.raw.pragma("query_only = on");
    const noteClosed = noteOpen(path);
    // After the log has gone into the file, and before another process may open it and read the note.
    closing.splice(1, 0, noteClosed);
    isWell = true;
    return { writer, reader, mutex: new Mutex(), close: closeAll };
  } catch (error) {
    closeAll();
    throw explained(error, path);
  }
}

/** The one name of the file, so that two ways to it meet the same lock. */
function placeOf(file: string, { mayCreate = true }: FileOptions): string {
  const wanted = resolve(file);
  try {
    if (statSync(wanted, { throwIfNoEntry: false })?.isDirectory()) {
      throw new StartupError(`The database ${wanted} cannot be opened: it is a folder.`);
    }
    if (existsSync(wanted)) return onlyName(realpathSync(wanted));
    requireFolder(dirname(wanted));
    if (!mayCreate) {
      throw new StartupError(
        `There is no database at ${wanted}, and DATABASE_CREATE=0 makes none: check the path and that its disk is mounted.`,
      );
    }
    return join(realpathSync(dirname(wanted)), basename(wanted));
  } catch (error) {
    throw explained(error, wanted);
  }
}

/** A second name of the file has a lock and a log of its own, so another process could write to it by that name. */
function onlyName(path: string): string {
  const { nlink } = statSync(path);
  if (nlink === 1) return path;
  throw new StartupError(
    `The database ${path} cannot be opened: the file has ${nlink} names (hard links). Delete the others, or copy the file.`,
  );
}

function requireFolder(folder: string): void {
  if (existsSync(folder)) return;
  throw new StartupError(
    `The database cannot be made: there is no folder ${folder}. Make it, or mount the disk it is on.`,
  );
}

function logMissing(path: string): string {
  return `The write-ahead log of ${path} is missing, and the process before did not end in good order: its last changes are lost. Compare with a backup (npm run verify).`;
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
