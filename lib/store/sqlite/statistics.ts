import { setImmediate as turn } from "node:timers/promises";
import type { SqliteFiles } from "./open";

/** How many rows of an index are looked at for how often its values repeat. */
const sampledRows = 500;

/**
 * Keeps what SQLite plans by in step with what the tables hold (sqlite.org/lang_analyze.html). By itself it would know
 * no more than when the file was last closed in good order, and a process that takes records in may run for months.
 */
export class Statistics {
  readonly #files: SqliteFiles;
  /** The tables of which nothing is known after they were looked at: an empty one without indexes is always due. */
  readonly #futile = new Set<string>();

  constructor(files: SqliteFiles) {
    this.#files = files;
    files.writer.raw.pragma(`analysis_limit = ${sampledRows}`);
  }

  /** Gathers what is missing, and what is of a tenth or tenfold the rows that there are now; in turn with the writes. */
  async renew(): Promise<void> {
    const parts = await this.#alone(() => this.#due().flatMap((table) => this.#partsOf(table)));
    if (!parts?.length) return;
    for (const part of parts) {
      // Its rows are counted one by one, large indexes in tenths of a second: others are served in between.
      await turn();
      await this.#alone(() => this.#files.writer.raw.exec(`analyze main."${part}"`));
    }
    await this.#alone(() => {
      for (const table of this.#due()) this.#futile.add(table);
      this.#load();
    });
  }

  /** The tables that SQLite would gather for: its own answer, without doing anything yet. */
  #due(): string[] {
    const answer = this.#files.writer.raw.pragma("optimize(0x10003)");
    const rows = answer as readonly { readonly optimize: string }[];
    const tables = rows.map(({ optimize }) => optimize.replace(/^.*\."|"$/g, ""));
    return tables.filter((table) => !this.#futile.has(table));
  }

  /** The indexes of a table; itself where it has none. */
  #partsOf(table: string): string[] {
    const { raw } = this.#files.writer;
    const indexes = raw.prepare("select name from pragma_index_list(?)").pluck().all(table);
    return indexes.length > 0 ? indexes.map(String) : [table];
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
