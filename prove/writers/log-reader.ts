import pg from "pg";
import { pause } from "@/prove/harness/figures";

/**
 * A reader that follows the change log by its numbers, as the feed of the product does: it reads the
 * entries after the last number that it has seen, and never looks back.
 */
export class LogReader {
  readonly #client: pg.Client;
  readonly #everyMs: number;
  readonly #seen: number[] = [];
  #end = Number.POSITIVE_INFINITY;

  /** Each reader reads at another pace. */
  constructor(url: string, place: number) {
    this.#client = new pg.Client({ connectionString: url, application_name: "reader" });
    this.#everyMs = place * 7;
  }

  get count(): number {
    return this.#seen.length;
  }

  /** Reads until the entry with the number given to `endAt`. */
  async follow(): Promise<void> {
    await this.#client.connect();
    while ((this.#seen.at(-1) ?? 0) < this.#end) {
      const last = this.#seen.at(-1) ?? 0;
      const { rows } = await this.#client.query<{ sequence: number }>(
        "select sequence from change_log where sequence > $1 order by sequence limit 200",
        [last],
      );
      this.#seen.push(...rows.map(({ sequence }) => Number(sequence)));
      if (rows.length < 200) await pause(this.#everyMs);
    }
    await this.#client.end();
  }

  endAt(sequence: number): void {
    this.#end = sequence;
  }

  /** Returns the first entry that differs from the log of 1 to `entries`, as a sentence. */
  faults(entries: number): string[] {
    const place = this.#seen.findIndex((sequence, before) => sequence !== before + 1);
    if (place >= 0) return [`after ${place} entries a reader got number ${this.#seen[place]}`];
    const missing = entries - this.#seen.length;
    return missing === 0 ? [] : [`a reader got ${missing} entries too few`];
  }
}
