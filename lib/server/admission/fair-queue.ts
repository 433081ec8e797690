/** A request that waits for admission. */
export interface QueuedRequest {
  readonly caller: string;
  /** Time of arrival by the queue's clock, in milliseconds. */
  readonly since: number;
  /** Maximum waiting time, in milliseconds; infinite for a request that is never refused. */
  readonly limitMs: number;
  readonly go: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Waiting requests in one queue per caller. Queues are served in rotation (round robin), so that a
 * caller with many requests does not delay others.
 */
export class FairQueue {
  /** In order of rotation, because a map keeps insertion order. */
  readonly #queues = new Map<string, Queue>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Number of callers that have requests in the queue. */
  get callers(): number {
    return this.#queues.size;
  }

  /** The request that has waited longest. */
  get oldest(): QueuedRequest | undefined {
    let oldest: QueuedRequest | undefined;
    for (const queue of this.#queues.values()) {
      const { first } = queue;
      if (first && (!oldest || first.since < oldest.since)) oldest = first;
    }
    return oldest;
  }

  /** The request that has waited longest of those that may be refused. */
  get oldestRefusable(): QueuedRequest | undefined {
    let oldest: QueuedRequest | undefined;
    for (const queue of this.#queues.values()) {
      const first = queue.firstRefusable;
      if (first && (!oldest || first.since < oldest.since)) oldest = first;
    }
    return oldest;
  }

  oldestOf(caller: string): QueuedRequest | undefined {
    return this.#queues.get(caller)?.first;
  }

  /** Returns the position that a new request of this caller would have in the queue. */
  placesBefore(caller: string): number {
    const own = (this.#queues.get(caller)?.length ?? 0) + 1;
    const callers = this.#queues.size + (own === 1 ? 1 : 0);
    return Math.min(this.#length + 1, own * callers);
  }

  /** Returns whether others wait and this caller's queue is longer than the average queue. */
  isAboveShare(caller: string): boolean {
    const own = this.#queues.get(caller)?.length ?? 0;
    return own < this.#length && own * this.#queues.size > this.#length;
  }

  callersAboveShare(): ReadonlySet<string> {
    return new Set([...this.#queues.keys()].filter((caller) => this.isAboveShare(caller)));
  }

  add(waiting: QueuedRequest): void {
    const queue = this.#queues.get(waiting.caller) ?? new Queue();
    this.#queues.set(waiting.caller, queue);
    queue.add(waiting);
    this.#length += 1;
  }

  /** Removes and returns the next request in rotation whose caller `may` start, if any. */
  take(may: (caller: string) => boolean): QueuedRequest | undefined {
    for (const [caller, queue] of this.#queues) {
      if (!may(caller)) continue;
      const next = this.#takeFrom(queue);
      // Moves the caller to the end of the rotation.
      if (this.#queues.delete(caller) && queue.length > 0) this.#queues.set(caller, queue);
      return next;
    }
    return undefined;
  }

  /** Removes all requests for which `isLate` holds. */
  removeLate(isLate: (waiting: QueuedRequest) => boolean): QueuedRequest[] {
    const removed: QueuedRequest[] = [];
    for (const [caller, queue] of this.#queues) {
      removed.push(...queue.removeLate(isLate));
      if (queue.length === 0) this.#queues.delete(caller);
    }
    this.#length -= removed.length;
    return removed;
  }

  #takeFrom(queue: Queue): QueuedRequest | undefined {
    const next = queue.take();
    if (next) this.#length -= 1;
    return next;
  }
}

/** First in, first out. */
class Queue {
  readonly #items: QueuedRequest[] = [];
  #start = 0;

  get length(): number {
    return this.#items.length - this.#start;
  }

  get first(): QueuedRequest | undefined {
    return this.#items[this.#start];
  }

  /** The first one that may be refused. The others have large bodies, so they are few. */
  get firstRefusable(): QueuedRequest | undefined {
    for (let place = this.#start; place < this.#items.length; place += 1) {
      const one = this.#items[place];
      if (one && isRefusable(one)) return one;
    }
    return undefined;
  }

  add(waiting: QueuedRequest): void {
    this.#items.push(waiting);
  }

  /** Removes the late ones. Those that arrived after one in time are in time too. */
  removeLate(isLate: (waiting: QueuedRequest) => boolean): readonly QueuedRequest[] {
    const { firstRefusable } = this;
    if (!firstRefusable || !isLate(firstRefusable)) return [];
    const all = this.#items.slice(this.#start);
    const inTime = all.findIndex((one) => isRefusable(one) && !isLate(one));
    const passed = inTime < 0 ? all : all.slice(0, inTime);
    const left = passed.filter((one) => !isLate(one));
    this.#items.splice(0, this.#start + passed.length, ...left);
    this.#start = 0;
    return passed.filter(isLate);
  }

  take(): QueuedRequest | undefined {
    const { first } = this;
    if (!first) return undefined;
    this.#start += 1;
    // Removing the front of an array moves the rest, so it is done only now and then.
    if (this.#start >= 1_000 || this.#start === this.#items.length) {
      this.#items.splice(0, this.#start);
      this.#start = 0;
    }
    return first;
  }
}

function isRefusable({ limitMs }: QueuedRequest): boolean {
  return limitMs < Number.POSITIVE_INFINITY;
}
