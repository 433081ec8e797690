import { setTimeout as pause } from "node:timers/promises";
import { SqliteError } from "better-sqlite3";
import type { SqliteFiles } from "./file/open";
import { goneTable } from "./text/text-index";

/** Most rows of an index that are sampled for how often its values repeat. */
const sampledRows = 500;

/**
 * Number of changed rows that justify a check, and the share of all rows changed before: the check
 * itself makes every statement be prepared again.
 */
const changesToAsk = 1_000;
const shareToAsk = 0.1;

/** Time in milliseconds after which the number of changed rows alone justifies a check. */
const longestWaitMs = 60_000;

/**
 * Keeps the statistics of SQLite's planner up to date (sqlite.org/lang_analyze.html). SQLite does
 * not update them by itself, and a process that stores records may run for months.
 */
export class Statistics {
  readonly #files: SqliteFiles;
  readonly #clock: () => number;
  /** The last check: its time, and the number of rows changed until then. Absent: one is due. */
  #asked: Check | undefined;
  /** The reading connection has not loaded the latest statistics. */
  #isReaderBehind = false;
  #run: Promise<void> | undefined;

  /** `clock` returns milliseconds that only grow. */
  constructor(files: SqliteFiles, clock = () => performance.now()) {
    this.#files = files;
    this.#clock = clock;
    files.writer.raw.pragma(`analysis_limit = ${sampledRows}`);
  }

  /**
   * Gathers missing statistics, and those whose row count differs tenfold from the current one,
   * queued with the writes. A full or failing disk or a locked file only costs the statistics: the
   * next call tries again.
   */
  renew(): Promise<void> {
    this.#run ??= this.#renew().finally(() => {
      this.#run = undefined;
    });
    return this.#run;
  }

  async #renew(): Promise<void> {
    const parts = (await this.#alone(() => this.#due())) ?? [];
    for (const part of parts) {
      const started = performance.now();
      await this.#alone(() => {
        this.#files.writer.raw.exec(`analyze main."${part}"`);
        this.#isReaderBehind = true;
      });
      // Rows are counted one by one, in tenths of a second for a large index. The pause leaves
      // writes an equal time.
      await pause(performance.now() - started, undefined, { ref: false });
    }
    if (this.#isReaderBehind) await this.#alone(() => this.#load());
  }

  /** Returns the indexes and tables that are due according to SQLite, without gathering. */
  #due(): string[] {
    const { raw } = this.#files.writer;
    const changes = Number(raw.prepare("select total_changes()").pluck().get());
    const atMs = this.#clock();
    if (this.#asked && !isDue(this.#asked, { atMs, changes })) return [];
    const rows = raw.pragma("optimize(0x10003)") as readonly { readonly optimize: string }[];
    this.#asked = { atMs, changes };
    const tables = rows.map(({ optimize }) => optimize.replace(/^.*\."|"$/g, ""));
    return tables.filter((table) => table !== goneTable).flatMap((table) => this.#partsOf(table));
  }

  /**
   * Returns the indexes of a table, or the table itself if it has none with statistics of their
   * own. Returns nothing for an empty table, which is always due.
   */
  #partsOf(table: string): string[] {
    const { raw } = this.#files.writer;
    if (raw.prepare(`select 1 from main."${table}" limit 1`).get() === undefined) return [];
    // In a table stored in key order, the key's statistics have the table's name.
    const indexes = raw
      .prepare(
        "select i.name from pragma_table_list(?) as t, pragma_index_list(t.name) as i where t.wr = 0",
      )
      .pluck()
      .all(table);
    return indexes.length > 0 ? indexes.map(String) : [table];
  }

  /**
   * Loads the statistics into the reading connection, which otherwise reads them only with the
   * schema.
   */
  #load(): void {
    const { reader, writer, reads } = this.#files;
    if (reader !== writer) {
      reads?.end();
      reader.raw.pragma("query_only = off");
      try {
        reader.raw.exec("analyze sqlite_schema");
      } finally {
        reader.raw.pragma("query_only = on");
      }
    }
    this.#isReaderBehind = false;
  }

  /**
   * Runs work under the lock. Returns undefined when the database is closed or cannot do it now.
   */
  #alone<T>(work: () => T): Promise<T | undefined> {
    return this.#files.mutex.run(() => {
      if (!this.#files.writer.raw.open) return undefined;
      try {
        return work();
      } catch (error) {
        // The failed work is still due.
        this.#asked = undefined;
        if (error instanceof SqliteError) return undefined;
        throw error;
      }
    });
  }
}

interface Check {
  readonly atMs: number;
  readonly changes: number;
}

/** Returns true if enough rows have changed since the last check, or some and it is long ago. */
function isDue(last: Check, now: Check): boolean {
  const changed = now.changes - last.changes;
  if (changed < changesToAsk) return false;
  return changed >= last.changes * shareToAsk || now.atMs - last.atMs >= longestWaitMs;
}
