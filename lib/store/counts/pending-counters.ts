import type { Commit, Connection, EngineTransaction } from "@/lib/store/port/engine";
import type { Statements } from "@/lib/store/statement/statements";
import { Deltas } from "./counter-deltas";
import { countTable } from "./counts";

/** The counter changes of the writes that have joined a commit, written once before it. */
const joined = new WeakMap<Commit, Deltas>();

/**
 * The counter changes of one write. They join those of its commit when the write can no longer fail
 * alone, or are written earlier for a statement that reads counters.
 */
export class PendingCounters {
  readonly table = countTable;
  /** Changes of this write that are not written. */
  readonly own = new Deltas();
  readonly #connection: Connection;
  readonly #statements: Statements;
  readonly #joined: Deltas;
  /** This write has written the changes of the commit. They are undone if it fails. */
  #hasWrittenJoined = false;

  constructor({ connection, commit, whenJoined }: EngineTransaction, statements: Statements) {
    this.#connection = connection;
    this.#statements = statements;
    this.#joined = joined.get(commit) ?? new Deltas();
    joined.set(commit, this.#joined);
    whenJoined(() => {
      if (this.#hasWrittenJoined) this.#joined.clear();
      this.#joined.addAll(this.own);
      commit.finish = (last) => this.#joined.write(last, statements);
    });
  }

  get isEmpty(): boolean {
    return this.own.isEmpty && (this.#hasWrittenJoined || this.#joined.isEmpty);
  }

  /** Writes the changes of the commit so far and those of this write. */
  async write(): Promise<void> {
    const due = new Deltas();
    if (!this.#hasWrittenJoined) due.addAll(this.#joined);
    due.addAll(this.own);
    // Emptied before the statement: a concurrent branch of the write may add changes meanwhile.
    this.own.clear();
    this.#hasWrittenJoined = true;
    try {
      await due.write(this.#connection, this.#statements);
    } catch (error) {
      // A write that goes on after the failure must not lose the changes of others.
      this.own.addAll(due);
      throw error;
    }
  }
}
