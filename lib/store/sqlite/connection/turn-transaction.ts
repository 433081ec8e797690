import type { SqliteConnection } from "./connection";

/**
 * One read transaction for all reads of a turn of the event loop, which saves each of them the locks
 * of a transaction of its own. All of them see the same state. It ends with the turn, or before the
 * writing connection commits: a read that begins after a commit sees it, and the log of the commit
 * can be merged into the file.
 */
export class TurnTransaction {
  readonly #reader: SqliteConnection;
  #isOpen = false;

  constructor(reader: SqliteConnection) {
    this.#reader = reader;
  }

  /** Begins the transaction of this turn, unless a read has begun it. */
  begin(): void {
    if (this.#isOpen) return;
    this.#reader.run("begin", []);
    this.#isOpen = true;
    setImmediate(() => this.end());
  }

  /**
   * Ends the transaction, if there is one. Call it before a commit, and before the connection loads
   * statistics, which needs the latest state.
   */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // A failing disk has ended it already, or the end of the connection.
    if (this.#reader.raw.inTransaction) this.#reader.run("commit", []);
  }
}
