import { Mutex } from "@/lib/store/concurrency/mutex";
import type { EngineTransaction } from "@/lib/store/port/engine";
import type { WriteOptions } from "@/lib/store/port/store";
import { projectConnections } from "./connection/limits";
import { type CommitParts, GroupCommit } from "./group-commit";

/**
 * The writes of one process. Those of each project are a lane of their own, and lanes run side by
 * side; the others are one lane, which excludes all lanes of all processes.
 */
export class WriteLanes {
  readonly #parts: CommitParts;
  readonly #deployment: GroupCommit;
  readonly #projects = new Map<string, GroupCommit>();
  readonly #turns = new Mutex(projectConnections);
  #access = 0;
  /**
   * The number of times that the stored counter of changes of access was found to differ. A failover
   * may lower the counter, which is a difference too.
   */
  accessChanges = 0;

  constructor(parts: CommitParts) {
    const { admit } = parts;
    this.#parts = {
      ...parts,
      admit: (version, access) => {
        if (access !== this.#access) this.accessChanges += 1;
        this.#access = access;
        admit?.(version, access);
      },
    };
    this.#deployment = new GroupCommit(this.#parts);
  }

  add<T>(
    work: (transaction: EngineTransaction) => Promise<T>,
    { project, ...options }: WriteOptions = {},
  ): Promise<T> {
    const lane = project === undefined ? this.#deployment : this.#laneOf(project);
    return lane.add(work, options);
  }

  /** Returns the number of queued writes and the wait of the oldest. */
  waiting(): { readonly writes: number; readonly longestMs: number } {
    const each = this.#all().map((lane) => lane.waiting());
    return {
      writes: each.reduce((sum, { writes }) => sum + writes, 0),
      longestMs: Math.max(...each.map(({ longestMs }) => longestMs)),
    };
  }

  /** Resolves when no write is in progress. */
  async idle(): Promise<void> {
    await Promise.all(this.#all().map((lane) => lane.idle()));
  }

  #all(): GroupCommit[] {
    return [this.#deployment, ...this.#projects.values()];
  }

  #laneOf(project: string): GroupCommit {
    const known = this.#projects.get(project);
    if (known) return known;
    const lane = new GroupCommit(this.#parts, {
      project,
      turns: this.#turns,
      whenUnreachable: (error) => {
        for (const other of this.#projects.values()) other.rejectAll(error);
      },
      whenIdle: () => this.#projects.delete(project),
    });
    this.#projects.set(project, lane);
    return lane;
  }
}
