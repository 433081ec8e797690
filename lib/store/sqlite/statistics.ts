import { setTimeout as pause } from "node:timers/promises";
import { SqliteError } from "better-sqlite3";
import type { SqliteFiles } from "./file/open";
import { goneTable } from "./text/text-index";

/** How many rows of an index are looked at for how often its values repeat. */
const sampledRows = 500;

/** After how many changed rows it is worth asking: the question alone makes every statement be prepared again. */
const changesToAsk = 1_000;

/**
 * Keeps what SQLite plans by in step with what the tables hold (sqlite.org/lang_analyze.html). By itself it would know
 * nothing of what was written since, and a process that takes records in may run for months.
 */
export class Statistics {
  readonly #files: SqliteFiles;
  /** How many rows had been changed when it was asked last. */
  #askedAt = Number.NEGATIVE_INFINITY;
  /** What was gathered is not known yet to the connection that reads. */
  #isReaderBehind = false;
  #run: Promise<void> | undefined;

  constructor(files: SqliteFiles) {
    this.#files = files;
    files.writer.raw.pragma(`analysis_limit = ${sampledRows}`);
  }

  /**
   * Gathers what is missing, and what is of a tenth or tenfold the rows that there are now; in turn with the writes. A
   * disk that is full or fails, and a file that others hold, cost the statistics alone: the next call tries again.
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
      // Rows are counted one by one, those of a large index in tenths of a second: others have as long as that took.
      await pause(performance.now() - started, undefined, { ref: false });
    }
    if (this.#isReaderBehind) await this.#alone(() => this.#load());
  }

  /** The indexes and tables to gather for, by SQLite's own answer, which gathers nothing yet. */
  #due(): string[] {
    const { raw } = this.#files.writer;
    const changes = Number(raw.prepare("select total_changes()").pluck().get());
    if (changes - this.#askedAt < changesToAsk) return [];
    const rows = raw.pragma("optimize(0x10003)") as readonly { readonly optimize: string }[];
    this.#askedAt = changes;
    const tables = rows.map(({ optimize }) => optimize.replace(/^.*\."|"$/g, ""));
    return tables.filter((table) => table !== goneTable).flatMap((table) => this.#partsOf(table));
  }

  /** A table's indexes, or itself where they are not told apart; nothing of one without rows, which is always due. */
  #partsOf(table: string): string[] {
    const { raw } = this.#files.writer;
    if (raw.prepare(`select 1 from main."${table}" limit 1`).get() === undefined) return [];
    // Where rows lie in the order of the key, its statistics go by the table's name.
    const indexes = raw
      .prepare(
        "select i.name from pragma_table_list(?) as t, pragma_index_list(t.name) as i where t.wr = 0",
      )
      .pluck()
      .all(table);
    return indexes.length > 0 ? indexes.map(String) : [table];
  }

  /** A connection knows what was gathered when it read the schema: the one that reads must be told. */
  #load(): void {
    const { reader, writer } = this.#files;
    if (reader !== writer) {
      reader.raw.pragma("query_only = off");
      try {
        reader.raw.exec("analyze sqlite_schema");
      } finally {
        reader.raw.pragma("query_only = on");
      }
    }
    this.#isReaderBehind = false;
  }

  /** Undefined once the database is closed, and where it cannot do the work now. */
  #alone<T>(work: () => T): Promise<T | undefined> {
    return this.#files.mutex.run(() => {
      if (!this.#files.writer.raw.open) return undefined;
      try {
        return work();
      } catch (error) {
        // Asked again at the next call: what failed is still due.
        this.#askedAt = Number.NEGATIVE_INFINITY;
        if (error instanceof SqliteError) return undefined;
        throw error;
      }
    });
  }
}
