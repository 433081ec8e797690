import { closeSync, existsSync, openSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { StartupError } from "@/lib/startup-error";
import { Mutex } from "@/lib/store/concurrency/mutex";
import { SqliteConnection } from "@/lib/store/sqlite/connection/connection";
import { openRaw } from "@/lib/store/sqlite/connection/open-raw";
import { TurnTransaction } from "@/lib/store/sqlite/connection/turn-transaction";
import type { OnProgress } from "@/lib/store/upgrade/progress";
import { checkAside } from "./check-thread";
import { isLarge, noteCleanShutdown, takeCleanShutdown } from "./clean-shutdown";
import { lockBeside } from "./file-lock";
import { openFailure } from "./open-failure";
import { isLogMissing, noteOpen } from "./open-marker";
import { removeLeftCopies } from "./snapshot";

/** An open SQLite database: its writing connection, and one that reads committed data. */
export interface SqliteFiles {
  readonly writer: SqliteConnection;
  /** The writing connection for a database in memory. */
  readonly reader: SqliteConnection;
  /** The transaction of the reading connection; absent for a database in memory. */
  readonly reads?: TurnTransaction;
  readonly mutex: Mutex;
  close(): void;
}

/** Opens a database in memory, empty or with the content of a SQLite file. */
export function openMemory(queryTimeoutMs: number, image?: Uint8Array): SqliteFiles {
  const raw = openRaw(image ? Buffer.from(image) : ":memory:");
  const writer = new SqliteConnection(raw, queryTimeoutMs);
  layOut(writer);
  set(writer);
  return { writer, reader: writer, mutex: new Mutex(), close: () => writer.raw.close() };
}

/** Options for opening a database file. */
export interface FileOptions {
  readonly queryTimeoutMs: number;
  /** A missing file is created unless this is false. */
  readonly mayCreate?: boolean;
  /** Checks the database before anything is changed. An exception refuses the file. */
  readonly accept?: (connection: SqliteConnection) => void;
  /** Called with a warning for the operator about a file that serves nevertheless. */
  readonly onDoubt?: ((warning: string) => void) | undefined;
  /** Called when the check of a large file begins. */
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Opens a database file for this process alone. Throws a `StartupError` when the file cannot serve,
 * or is missing and may not be created. Its folder must exist: an empty folder in place of an
 * unmounted disk would hide the records.
 */
export async function openFile(file: string, options: FileOptions): Promise<SqliteFiles> {
  const { queryTimeoutMs, accept, onDoubt, onProgress } = options;
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
    if (!isAsLeft) await check(writer, path, onProgress);
    accept?.(writer);
    layOut(writer);
    writer.raw.pragma("journal_mode = wal");
    set(writer);
    const reader = open();
    set(reader);
    reader.raw.pragma("query_only = on");
    const noteClosed = noteOpen(path);
    // Runs after the log has been merged into the file, before another process may open it.
    closing.splice(1, 0, noteClosed);
    isWell = true;
    const reads = new TurnTransaction(reader);
    return { writer, reader, reads, mutex: new Mutex(), close: closeAll };
  } catch (error) {
    closeAll();
    throw openFailure(error, path);
  }
}

/** Returns the canonical path of the file, so that two paths to it meet the same lock. */
function placeOf(file: string, { mayCreate = true }: FileOptions): string {
  requireExact(file);
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
    throw openFailure(error, wanted);
  }
}

/** The driver trims paths, so it would open another file than the one whose lock is taken. */
function requireExact(file: string): void {
  if (file === file.trim()) return;
  throw new StartupError(
    `The database ${JSON.stringify(file)} cannot be opened: its path begins or ends with white space. Remove the space from DATABASE_URL.`,
  );
}

/** A hard link has a lock and a log of its own, so another process could write through it. */
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

/** Creates a new file for this account alone; SQLite gives the files beside it the same mode. */
function keepPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

/** Checks a file. The thread of this process stays free during the check of a large one. */
async function check(
  connection: SqliteConnection,
  path: string,
  onProgress: OnProgress | undefined,
): Promise<void> {
  const isLong = isLarge(path);
  const step = "The file of the database is being checked, which reads all of it";
  if (isLong) onProgress?.({ step, done: 0, total: 0 });
  const result = isLong
    ? await checkAside(path)
    : connection.raw.pragma("quick_check(1)", { simple: true });
  if (result !== "ok") {
    const said = String(result).replace(/\s+/g, " ");
    throw new StartupError(`The database ${path} is damaged (${said}): restore a backup.`);
  }
}

/**
 * Sets the permanent layout of a new database; an existing one is unchanged (docs/decisions/027).
 */
function layOut({ raw }: SqliteConnection): void {
  raw.pragma("page_size = 8192");
}

/** Settings belong to the connection, not the file, so they are set at every open. */
function set({ raw }: SqliteConnection): void {
  raw.pragma("synchronous = full");
  raw.pragma("foreign_keys = on");
  raw.pragma("trusted_schema = off");
  raw.pragma("busy_timeout = 100");
}
