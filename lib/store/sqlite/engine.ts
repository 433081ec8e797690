import { AppError } from "@/lib/errors";
import { Mutex } from "@/lib/store/concurrency/mutex";
import { slicesOf } from "@/lib/store/concurrency/time-slices";
import type { Connection, Engine, StatementHook } from "@/lib/store/port/engine";
import type { RawSql } from "@/lib/store/port/open-database";
import { CommitListeners } from "@/lib/store/write/commit-listeners";
import { newCommitStatistics } from "@/lib/store/write/commit-statistics";
import { sizesOf } from "./database-size";
import type { SqliteFiles } from "./file/open";
import { snapshotOfFile, snapshotOfMemory } from "./file/snapshot";
import { GroupCommit } from "./group-commit";
import { dialect } from "./sql/dialect";
import { Statistics } from "./statistics";
import { textIndexOf } from "./text/text-index";

/** Interval in milliseconds between checks of the planner's statistics. */
const renewEveryMs = 5_000;

/** Time limits of an engine's reads. */
export interface ReadTimes {
  /** Limit of one search in milliseconds, without the waits between slices. */
  readonly queryTimeoutMs: number;
  /** Limit of one slice in milliseconds. */
  readonly sliceMs: number;
}

/** Returns the store's engine for an open SQLite database. */
export function sqliteEngine(
  files: SqliteFiles,
  { queryTimeoutMs, sliceMs }: ReadTimes,
  onStatement: StatementHook,
): Engine {
  const { writer, reader, mutex } = files;
  let closed = false;
  const assertOpen = () => {
    if (!closed) return;
    throw new AppError("unavailable", "The database is closed.", { retryAfterSeconds: 5 });
  };
  const isOnDisk = reader !== writer;
  const work = newCommitStatistics();
  const listeners = new CommitListeners();
  const beforeCommit = () => files.reads?.end();
  const common = { onStatement, assertOpen, isOnDisk, beforeCommit, listeners, work };
  const commits = new GroupCommit({ writer, mutex, ...common });
  /** Allows one copy of the file at a time, while reads and writes continue. */
  const copies = new Mutex();
  const ending = new AbortController();
  const statistics = new Statistics(files);
  const renewing = setInterval(() => void statistics.renew(), renewEveryMs).unref();
  const slices = slicesOf(sliceMs, queryTimeoutMs);
  const reading = committedOnly(files, assertOpen, work);
  return {
    dialect,
    textIndex: textIndexOf(),
    rawSql: rawSqlOn(files, assertOpen),
    reading,
    readingLatest: reading,
    ...(slices && { slices }),
    pools: () => ({}),
    // The lock beside a file excludes other processes.
    isShared: false,
    hasProjectLocks: false,
    bringUpToDate: async (work) => {
      await work();
      // After the migration, temporary storage only holds data for partial rollbacks. In files it
      // was half of the bytes of a write.
      writer.run("pragma temp_store = memory", []);
    },
    transaction: (work, manner) => commits.add(work, manner),
    onCommit: (topic, listener) => listeners.add(topic, listener),
    announce: async (text) => listeners.announce(text),
    onAnnouncement: (listener) => listeners.hear(listener),
    assertOpen,
    catalog: {
      columns:
        "select t.name, c.name from sqlite_master as t join pragma_table_info(t.name) as c where t.type = 'table'",
      indexes: "select name from sqlite_master where type = 'index'",
    },
    snapshotForm: async () => ({
      ending: ".db",
      type: "application/vnd.sqlite3",
      missing: null,
    }),
    snapshot: () =>
      (isOnDisk ? copies : mutex).run(() => {
        assertOpen();
        return isOnDisk ? snapshotOfFile(writer.raw.name, ending.signal) : snapshotOfMemory(writer);
      }),
    facts: async () => {
      assertOpen();
      return { ...sizesOf(files), waiting: commits.waiting(), work: { ...work } };
    },
    close: () => {
      ending.abort();
      clearInterval(renewing);
      return mutex.run(() =>
        copies.run(() => {
          files.reads?.end();
          if (!closed) files.close();
          closed = true;
        }),
      );
    },
  };
}

function rawSqlOn({ writer, reads, mutex }: SqliteFiles, assertOpen: () => void): RawSql {
  return {
    engine: "sqlite",
    run: (text, parameters) =>
      mutex.run(() => {
        assertOpen();
        reads?.end();
        return writer.objects(text, parameters);
      }),
  };
}

/**
 * Returns a connection that reads committed data. With a single connection, a read waits for the
 * open transaction, whose changes it would see.
 */
function committedOnly(
  { writer, reader, reads, mutex }: SqliteFiles,
  assertOpen: () => void,
  done: { reads: number; readMs: number },
): Connection {
  const alone = async <T>(work: () => T): Promise<T> => {
    const mustWait = reader === writer && mutex.busy;
    if (mustWait) await mutex.acquire();
    const started = performance.now();
    try {
      assertOpen();
      reads?.begin();
      return work();
    } finally {
      done.reads += 1;
      done.readMs += performance.now() - started;
      if (mustWait) mutex.release();
    }
  };
  return {
    rows: (text, parameters, timed, mostMs) =>
      alone(() => reader.rows(text, parameters, timed, mostMs)),
    run: (text, parameters) => alone(() => reader.run(text, parameters)),
  };
}
