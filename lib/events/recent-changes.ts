import { setTimeout as pause } from "node:timers/promises";
import type { Projects } from "@/lib/schema/filter";
import type { Store } from "@/lib/store/port/store";
import { type Batch, type LastEntry, lastEntry, lastSequence } from "./change";
import { followBy } from "./feed";
import {
  LostEntries,
  type RecordChange,
  recordChangesAfter,
  recordChangesSince,
} from "./record-change";
import { WaitingFollowers, type Wanted } from "./waiting-followers";

/** Number of changes in memory. A follower that is further behind reads them from the database. */
const mostKept = 5_000;
/** Time between two reads of the log while there are changes, in milliseconds. */
const gatherMs = 100;
const mostInRead = 500;
/** Time between a failure of the database and the next attempt, in milliseconds. */
const retryMs = 1_000;

/**
 * The latest changes of the deployment. The log is read once for all followers of the process, and
 * only while there is one.
 */
export class RecentChanges {
  readonly #store: Store;
  readonly #waiting = new WaitingFollowers();
  /** The latest change of each project after `#indexedFrom`. */
  readonly #lastOf = new Map<string, number>();
  #indexedFrom = 0;
  #kept: RecordChange[] = [];
  /** Every change after this position is in `#kept`. */
  #from = 0;
  #last = 0;
  /** The id of the entry at `#last`; absent if the log was empty. */
  #lastId: string | undefined;
  #generation = 0;
  #followers = 0;
  #started: Promise<AbortController> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Joins the followers, and returns the position of the last change. Throws without a database. */
  async join(): Promise<number> {
    this.#followers += 1;
    this.#started ??= this.#start();
    try {
      await this.#started;
    } catch (error) {
      this.#started = undefined;
      this.#followers -= 1;
      throw error;
    }
    return this.#last;
  }

  /** Leaves the followers. Call it once for each `join` that did not throw. */
  leave(): void {
    this.#followers -= 1;
    if (this.#followers > 0) return;
    void this.#started?.then((ending) => ending.abort());
    this.#started = undefined;
  }

  /** The position of the last change that this process knows of. */
  get last(): number {
    return this.#last;
  }

  /**
   * Rises when the log lacks changes that were read, after a failover that lost commits. Later
   * changes have the numbers of the lost ones, so each follower begins anew at `last`.
   */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Returns true if the log reaches a position, which may be newer than `last`. Throws without a
   * database.
   */
  async reaches(position: number): Promise<boolean> {
    return position <= this.#last || position <= (await lastSequence(this.#store.reader));
  }

  /**
   * Returns at most `limit` changes after a position. Changes of other projects than `projects` may be
   * among them. There are none if all changes are of other projects.
   */
  async after(position: number, limit: number, projects: Projects): Promise<Batch<RecordChange>> {
    if (position >= this.#last) return { changes: [], last: position };
    if (!this.#concerns(projects, position)) return { changes: [], last: this.#last };
    if (position < this.#from) {
      const batch = await recordChangesAfter(this.#store.reader, position, limit);
      return batch ?? { changes: [], last: position };
    }
    const begin = this.#placeAfter(position);
    const changes = this.#kept.slice(begin, begin + limit);
    return { changes, last: changes.at(-1)?.sequence ?? position };
  }

  /** Resolves when there is a change of the projects after a position, and as `WaitingFollowers`. */
  async waitAfter(position: number, wanted: Wanted): Promise<void> {
    if (!this.#concerns(wanted.projects, position)) await this.#waiting.wait(wanted);
  }

  /** Returns true if a change of `projects` may lie after a position. */
  #concerns(projects: Projects, position: number): boolean {
    if (position >= this.#last) return false;
    if (projects === "all" || position < this.#indexedFrom) return true;
    return projects.some((id) => (this.#lastOf.get(id) ?? 0) > position);
  }

  /** Returns the index of the first kept change after a position, by halving: streams are many. */
  #placeAfter(position: number): number {
    let [begin, end] = [0, this.#kept.length];
    while (begin < end) {
      const middle = (begin + end) >> 1;
      if ((this.#kept[middle]?.sequence ?? 0) > position) end = middle;
      else begin = middle + 1;
    }
    return begin;
  }

  async #start(): Promise<AbortController> {
    this.#beginAt(await lastEntry(this.#store.reader));
    const ending = new AbortController();
    void this.#follow(ending.signal);
    return ending;
  }

  async #beginAnew(signal: AbortSignal): Promise<void> {
    const last = await lastEntry(this.#store.reader);
    if (signal.aborted) return;
    this.#beginAt(last);
    this.#generation += 1;
  }

  #beginAt({ sequence, id }: LastEntry): void {
    [this.#kept, this.#from, this.#last, this.#lastId] = [[], sequence, sequence, id];
    this.#lastOf.clear();
    this.#indexedFrom = sequence;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let hasLost = false;
    while (!signal.aborted) {
      try {
        if (hasLost) await this.#beginAnew(signal);
        hasLost = false;
        await this.#keepAll(signal);
      } catch (error) {
        hasLost ||= error instanceof LostEntries;
        // Requests report the state of the database; the followers go on when it is back.
        await pause(retryMs, undefined, { ref: false, signal }).catch(() => undefined);
      }
    }
  }

  /** Keeps all changes after `#last`. Throws `LostEntries`, or as the database does. */
  async #keepAll(signal: AbortSignal): Promise<void> {
    const read = (sequence: number) => {
      const last = { sequence, id: this.#lastId };
      return recordChangesSince(this.#store.reader, last, mostInRead);
    };
    for await (const changes of followBy(this.#store, this.#last, signal, read)) {
      if (signal.aborted) return;
      this.#keep(changes);
      this.#waiting.callOf(new Set(changes.flatMap(({ projectId }) => projectId ?? [])));
      // Performance: a read for each of a thousand commits a second costs as much as the writes.
      if (changes.length < mostInRead) await pause(gatherMs, undefined, { ref: false });
    }
  }

  #keep(changes: readonly RecordChange[]): void {
    this.#kept.push(...changes);
    const surplus = this.#kept.length - mostKept;
    if (surplus > 0) {
      const dropped = this.#kept.splice(0, surplus);
      this.#from = dropped.at(-1)?.sequence ?? this.#from;
    }
    for (const { projectId, sequence, _id } of changes) {
      if (projectId !== null) this.#lastOf.set(projectId, sequence);
      [this.#last, this.#lastId] = [sequence, _id];
    }
    if (this.#lastOf.size <= mostKept) return;
    this.#indexedFrom = this.#from;
    for (const [id, last] of this.#lastOf) if (last <= this.#from) this.#lastOf.delete(id);
  }
}
