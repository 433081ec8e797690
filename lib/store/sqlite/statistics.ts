import { setImmediate as turn } from "node:timers/promises";
import type { SqliteFiles } from "./open";

/** How many rows of an index are looked at: a table takes milliseconds, whatever its size. */
const sampledRows = 500;

/**
 * Keeps what SQLite plans by in step with what the tables hold (sqlite.org/lang_analyze.html). By itself it would know
 * no more than when the file was last closed in good order, and a process that takes records in may run for months.
 */
export class Statistics {
  readonly #files: SqliteFiles;
  /** What nothing is known of after it was looked at: an empty table without indexes is always due. */
  readonly #futile = new Set<string>();

  constructor(files: SqliteFiles) {
    this.#files = files;
    files.writer.raw.pragma(`analysis_limit = ${sampledRows}`);
  }

  /** Gathers what is missing, and what is of a tenth or tenfold the rows that there are now; in turn with the writes. */
  async renew(): Promise<void> {
    const found = await this.#alone(() => this.#due());
    for (const statement of found ?? []) {
      // Others are served between one table and the next.
      await turn();
      await this.#alone(() => this.#files.writer.raw.exec(statement));
    }
    if (!found?.length) return;
    await this.#alone(() => {
      for (const statement of this.#due()) this.#futile.add(statement);
      this.#load();
    });
  }

  /** The statements that SQLite would gather by: its own answer, without doing anything yet. */
  #due(): string[] {
    const answer = this.#files.writer.raw.pragma("optimize(0x10003)");
    const rows = answer as readonly { readonly optimize: string }[];
    return rows.map(({ optimize }) => optimize).filter((one) => !this.#futile.has(one));
  }

  /** A connection knows what was gathered when it read the schema: the one that reads must be told. */
  #load(): void {
    const { reader, writer } = this.#files;
    if (reader === writer) return;
    reader.raw.pragma("query_only = off");
    try {
      reader.raw.exec("analyze sqlite_schema");
    } finally {
      reader.raw.pragma("query_only = on");
    }
  }

  /** Undefined once the database is closed, and where it cannot be written: then only statistics are missed. */
  #alone<T>(work: () => T): Promise<T | undefined> {
    return this.#files.mutex.run(() => {
      if (!this.#files.writer.raw.open) return undefined;
      try {
        return work();
      } catch {
        return undefined;
      }
    });
  }
}
