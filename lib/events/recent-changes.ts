import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "@/lib/store/port/store";
import { type Change, changesAfter, lastSequence } from "./change";
import { follow } from "./feed";

/** A change of a record without its values. */
export type RecordChange = Pick<
  Change,
  "sequence" | "projectId" | "resource" | "recordId" | "operation" | "actorId" | "requestId"
> & {
  /** Names of the changed fields of an update. */
  readonly fields: readonly string[];
};

/** Consecutive changes, and the position after them. */
export interface RecentBatch {
  readonly changes: readonly RecordChange[];
  readonly last: number;
}

/** Number of changes in memory. A follower that is further behind reads them from the database. */
const mostKept = 5_000;
/** Time between a change and the next call of the followers, in milliseconds. */
const gatherMs = 50;
/** Followers called in one turn of the event loop. */
const calledAtOnce = 100;
/** Time between a failure of the database and the next attempt, in milliseconds. */
const retryMs = 1_000;

/**
 * The latest changes of the deployment. The log is read once for all followers of the process, and
 * only while there is one.
 */
export class RecentChanges {
  readonly #store: Store;
  readonly #waiting = new Set<() => void>();
  #kept: RecordChange[] = [];
  /** Every change after this position is in `#kept`. */
  #from = 0;
  #last = 0;
  #followers = 0;
  #started: Promise<AbortController> | undefined;
  #isCalling = false;

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

  /** Returns at most `limit` changes after a position. */
  async after(position: number, limit: number): Promise<RecentBatch> {
    if (position >= this.#last) return { changes: [], last: position };
    if (position < this.#from) {
      const batch = await changesAfter(this.#store.reader, position, limit);
      return batch
        ? { changes: batch.changes.map(withoutValues), last: batch.last }
        : { changes: [], last: position };
    }
    const begin = this.#placeAfter(position);
    const changes = this.#kept.slice(begin, begin + limit);
    return { changes, last: changes.at(-1)?.sequence ?? position };
  }

  /**
   * Resolves when there is a change after `position` or `signal` is aborted, and after `longestMs`
   * at the latest.
   */
  async waitAfter(position: number, longestMs: number, signal: AbortSignal): Promise<void> {
    if (position < this.#last || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, longestMs);
      signal.addEventListener("abort", done);
      this.#waiting.add(done);
    });
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
    const position = await lastSequence(this.#store.reader);
    [this.#kept, this.#from, this.#last] = [[], position, position];
    const ending = new AbortController();
    void this.#follow(ending.signal);
    return ending;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const changes of follow(this.#store, this.#last, { signal, limit: 500 })) {
          if (signal.aborted) return;
          this.#keep(changes);
        }
      } catch {
        // Requests report the state of the database; the followers go on when it is back.
        await pause(retryMs, undefined, { ref: false, signal }).catch(() => undefined);
      }
    }
  }

  #keep(changes: readonly Change[]): void {
    this.#kept.push(...changes.map(withoutValues));
    const surplus = this.#kept.length - mostKept;
    if (surplus > 0) {
      const dropped = this.#kept.splice(0, surplus);
      this.#from = dropped.at(-1)?.sequence ?? this.#from;
    }
    this.#last = changes.at(-1)?.sequence ?? this.#last;
    if (this.#isCalling) return;
    this.#isCalling = true;
    setTimeout(() => void this.#call(), gatherMs).unref();
  }

  /** Calls the followers in groups, because a thousand writes to sockets would hold the event loop. */
  async #call(): Promise<void> {
    this.#isCalling = false;
    const waiting = [...this.#waiting];
    for (let begin = 0; begin < waiting.length; begin += calledAtOnce) {
      for (const done of waiting.slice(begin, begin + calledAtOnce)) done();
      await new Promise(setImmediate);
    }
  }
}

function withoutValues(change: Change): RecordChange {
  const { sequence, projectId, resource, recordId, operation, actorId, requestId } = change;
  const fields = operation === "update" ? Object.keys(change.after ?? {}) : [];
  return { sequence, projectId, resource, recordId, operation, actorId, requestId, fields };
}
