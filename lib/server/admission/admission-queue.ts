import type { AppError } from "@/lib/errors";
import { ConcurrencyLimit } from "./concurrency-limit";
import { FairQueue, type QueuedRequest } from "./fair-queue";
import { MovingAverage } from "./moving-average";
import { callerOverShare, serverOverloaded } from "./overload-errors";
import { RunningClock } from "./running-clock";

/** How long requests are begun in one turn of the event loop, in milliseconds; the rest waits for the next. */
const sliceMs = 7;
/** A line that is shorter is no overload: clients that send one request at a time make it. */
const shortLine = 64;
/** How many times the limit a short line may stand still before those in it are turned away. */
const patience = 10;

/** A request that has begun. */
export interface AdmittedRequest {
  /** Waits for something that takes no processor time without holding a place; then for a new turn. */
  suspend<T>(work: () => Promise<T>): Promise<T>;
  /** Lets other requests go first: to be called between steps that take long. */
  giveWay(): Promise<void>;
}

/**
 * Lets requests begin: callers in rotation, those of one caller in the order they came, a few in each turn of the event
 * loop, so that what may not wait (health, new connections, answers) gets through however many there are. What has
 * waited longer than `limitMs` is turned away when it would be its turn; what has begun is left alone. Time in which
 * the process stood still does not count. In a line of fewer than 64 nobody is turned away, unless none has begun for
 * ten times the limit.
 */
export class AdmissionQueue {
  readonly #limitMs: number;
  readonly #line = new FairQueue();
  readonly #clock = new RunningClock();
  readonly #places = new ConcurrencyLimit();
  readonly #pace = new MovingAverage();
  #sliceEnd: number | undefined;
  #isWalking = false;
  #timer: NodeJS.Timeout | undefined;
  /** When the line began, or one of it last did. */
  #movedAt = 0;
  #lookedAt = 0;
  #oldestSeenMs = 0;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** How long the one that has waited longest has, in milliseconds; 0 when nobody waits. */
  get oldestMs(): number {
    const { oldest } = this.#line;
    return oldest ? this.#clock.now() - oldest.since : 0;
  }

  /**
   * The reason to turn a request away that counts for `tag`, before anything else is done; undefined when it may wait.
   * There is one while the first request of its caller has waited almost as long as one may, or this one would have to,
   * at the pace of the line. The pace is only asked once the first in line has waited a while: many requests that come
   * all at once may well be done in no time.
   */
  refusal(tag: () => string): AppError | undefined {
    const line = this.#line;
    if (line.length < shortLine) return undefined;
    if (this.#oldestLatelyMs() < this.#limitMs * 0.4) return undefined;
    const caller = tag();
    const own = line.oldestOf(caller);
    const ownMs = own ? this.#clock.now() - own.since : 0;
    const expectedMs = line.placesBefore(caller) * this.#pace.ms;
    if (Math.max(ownMs, expectedMs) <= this.#limitMs * 0.8) return undefined;
    return line.isAboveShare(caller) ? callerOverShare : serverOverloaded;
  }

  /** As `oldestMs`, up to 5 ms old: to look through all queues for each that is refused would cost more than the rest. */
  #oldestLatelyMs(): number {
    const now = performance.now();
    if (now - this.#lookedAt > 5) [this.#lookedAt, this.#oldestSeenMs] = [now, this.oldestMs];
    return this.#oldestSeenMs;
  }

  /** Runs `work` when its turn comes. Throws `turnedAway` or `aboveShare`, with `work` not begun, when that takes too long. */
  async run<T>(caller: string, work: (admitted: AdmittedRequest) => Promise<T>): Promise<T> {
    // Where it may begin at once, it does so within this call: that is what the time of the slice is counted by.
    if (!this.#isFree(caller)) await this.#wait(caller, this.#limitMs);
    this.#places.acquire(caller);
    try {
      return await work(this.#turnOf(caller));
    } finally {
      this.#end(caller);
    }
  }

  /** How many requests wait, and how long the first of them has. */
  waiting(): { readonly requests: number; readonly longestMs: number } {
    return { requests: this.#line.length, longestMs: this.oldestMs };
  }

  #turnOf(caller: string): AdmittedRequest {
    const aside = async <T>(work: () => Promise<T>): Promise<T> => {
      this.#end(caller);
      try {
        return await work();
      } finally {
        // It has begun: however long it waits, it is not turned away.
        if (!this.#isFree(caller)) await this.#wait(caller, Number.POSITIVE_INFINITY);
        this.#places.acquire(caller);
      }
    };
    return { suspend: aside, giveWay: () => aside(() => Promise.resolve()) };
  }

  #end(caller: string): void {
    this.#places.release(caller);
    this.#walkSoon();
  }

  #isFree(caller: string): boolean {
    return this.#line.length === 0 && this.#places.hasRoomFor(caller) && this.#isInSlice();
  }

  /** Whether this turn of the loop has time left; its first request begins the slice. */
  #isInSlice(): boolean {
    const now = performance.now();
    if (this.#sliceEnd === undefined) {
      this.#sliceEnd = now + sliceMs;
      setImmediate(() => {
        this.#sliceEnd = undefined;
        this.#walkSoon();
      });
    }
    return now < this.#sliceEnd;
  }

  #wait(caller: string, limitMs: number): Promise<void> {
    if (this.#line.length === 0) {
      this.#pace.reset();
      this.#clock.start();
      this.#movedAt = this.#clock.now();
    }
    return new Promise((resolve, reject) => {
      const since = this.#clock.now();
      this.#line.add({ caller, since, limitMs, go: resolve, refuse: reject });
      this.#walkSoon();
    });
  }

  #walkSoon(): void {
    if (this.#isWalking || this.#line.length === 0) return;
    this.#isWalking = true;
    setImmediate(() => void this.#walk());
  }

  async #walk(): Promise<void> {
    this.#refuseLate();
    while (this.#isInSlice()) {
      const next = this.#line.take((caller) => this.#places.hasRoomFor(caller));
      if (!next) break;
      this.#movedAt = this.#clock.now();
      this.#pace.add(this.#movedAt);
      await begun(next);
    }
    this.#isWalking = false;
    if (this.#line.length === 0) this.#clock.stop();
    else this.#lookAgain();
  }

  /** Turns away what has waited too long; of each caller, the first is the one that has waited longest. */
  #refuseLate(): void {
    const line = this.#line;
    const now = this.#clock.now();
    const isLate = ({ since, limitMs }: QueuedRequest) => now - since > limitMs;
    if (!line.oldest || !isLate(line.oldest)) return;
    if (line.length < shortLine && now - this.#movedAt < this.#limitMs * patience) return;
    // Before any is taken off: the share of each is that of the line as it waited.
    const above = line.callersAboveShare();
    for (const late of line.removeFirst(isLate)) {
      late.refuse(above.has(late.caller) ? callerOverShare : serverOverloaded);
    }
  }

  /** Goes on in the next turn of the loop; where all places are taken, only looks for those who have waited too long. */
  #lookAgain(): void {
    const { oldest } = this.#line;
    if (!oldest || this.#timer) return;
    const dueMs = oldest.since + oldest.limitMs - this.#clock.now() + 1;
    const inMs = dueMs > 0 ? Math.min(dueMs, 1_000) : 50;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#walkSoon();
    }, inMs);
  }
}

/** Lets one go on as far as it gets by itself: `nextTick` comes after everything that waits for nothing outside. */
function begun({ go }: QueuedRequest): Promise<void> {
  go();
  return new Promise((resolve) => process.nextTick(resolve));
}
