import type { Commit, Connection } from "@/lib/store/port/engine";
import type { Topic } from "@/lib/store/port/topic";

/** A commit with its open transaction, and the topics that it will announce. */
export class OpenCommit implements Commit {
  readonly topics = new Set<Topic>();
  finish?: (connection: Connection) => Promise<void>;
  finishLog?: (connection: Connection) => Promise<void>;
  readonly entries: string[] = [];
}

/** One write in the transaction of a commit. */
export class OpenWrite {
  readonly commit: OpenCommit;
  /** False once the write has ended: its writer would write into another one. */
  isOpen = true;
  readonly #joined: (() => void)[] = [];

  constructor(commit: OpenCommit) {
    this.commit = commit;
  }

  /** Throws once the write has ended. */
  assertOpen(): void {
    if (!this.isOpen) throw new Error("The transaction has ended; its writer serves no more.");
  }

  whenJoined(act: () => void): void {
    this.#joined.push(act);
  }

  /** Called when the write can no longer fail alone. */
  join(): void {
    for (const act of this.#joined) act();
  }
}
