import type { Written } from "@/lib/store/counts/write-counts";
import { accessPaths } from "@/lib/store/port/access-paths";

/** The counter of such transactions in a database that several processes share. */
export const accessCounter = "access";

/** Counts the transactions that changed keys, memberships, users or sessions. */
export class AccessChanges {
  readonly #uncommitted = new Set<Written>();
  #ended = 0;

  /** Notes that the work of a transaction is done. Returns whether it changed access. */
  ran(written: Written): boolean {
    const isChange = accessPaths.some((path) => written.writes.has(path));
    if (isChange) this.#uncommitted.add(written);
    return isChange;
  }

  /** Notes that a transaction was committed or rolled back. */
  ended(written: Written): void {
    if (this.#uncommitted.delete(written)) this.#ended += 1;
  }

  /** Returns the number of ended changes; NaN while one awaits its commit. */
  get version(): number {
    return this.#uncommitted.size > 0 ? Number.NaN : this.#ended;
  }
}
