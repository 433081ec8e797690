/** A request that waits for its turn. */
export interface QueuedRequest {
  readonly caller: string;
  /** When it came, by the clock of the line, in milliseconds. */
  readonly since: number;
  /** How long it waits at most, in milliseconds. */
  readonly limitMs: number;
  readonly go: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Waiting requests in one queue for each caller. They are taken from the queues in rotation (round robin), so that a
 * caller with many of them does not keep others waiting.
 */
export class FairQueue {
  /** In the order of rotation: a map keeps the order in which its keys were added. */
  readonly #queues = new Map<string, Queue>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The one that has waited longest among the first of all callers. */
  get oldest(): QueuedRequest | undefined {
    let oldest: QueuedRequest | undefined;
    for (const queue of this.#queues.values()) {
      const { first } = queue;
      if (first && (!oldest || first.since < oldest.since)) oldest = first;
    }
    return oldest;
  }

  oldestOf(caller: string): QueuedRequest | undefined {
    return this.#queues.get(caller)?.first;
  }

  /** How many would begin before a new one of this caller, itself included. */
  placesBefore(caller: string): number {
    const own = (this.#queues.get(caller)?.length ?? 0) + 1;
    const callers = this.#queues.size + (own === 1 ? 1 : 0);
    return Math.min(this.#length + 1, own * callers);
  }

  /** Whether others wait, and this caller has more requests in the line than all have on average. */
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

  /** Takes off the next in rotation whose caller `may` begin; undefined when there is none. */
  take(may: (caller: string) => boolean): QueuedRequest | undefined {
    for (const [caller, queue] of this.#queues) {
      if (!may(caller)) continue;
      const next = this.#takeFrom(queue);
      // To the end of the rotation.
      if (this.#queues.delete(caller) && queue.length > 0) this.#queues.set(caller, queue);
      return next;
    }
    return undefined;
  }

  /** Takes off, of each caller, the first ones for which `isLate` holds. */
  removeFirst(isLate: (waiting: QueuedRequest) => boolean): QueuedRequest[] {
    const removed: QueuedRequest[] = [];
    for (const [caller, queue] of this.#queues) {
      while (queue.first && isLate(queue.first)) {
        const late = this.#takeFrom(queue);
        if (late) removed.push(late);
      }
      if (queue.length === 0) this.#queues.delete(caller);
    }
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

  add(waiting: QueuedRequest): void {
    this.#items.push(waiting);
  }

  take(): QueuedRequest | undefined {
    const { first } = this;
    if (!first) return undefined;
    this.#start += 1;
    // Taking off an array's front moves all the rest, so that is done once in a while.
    if (this.#start >= 1_000 || this.#start === this.#items.length) {
      this.#items.splice(0, this.#start);
      this.#start = 0;
    }
    return first;
  }
}
