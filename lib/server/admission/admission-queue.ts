import type { AppError } from "@/lib/errors";
import { AdmittedRequest, type Slots } from "./admitted-request";
import { ConcurrencyLimit } from "./concurrency-limit";
import { FairQueue, type QueuedRequest } from "./fair-queue";
import { LockWaits, longWaitMs } from "./lock-waits";
import { MovingAverage } from "./moving-average";
import { callerOverShare, serverOverloaded } from "./overload-errors";
import { RejectionRule, shortLine } from "./rejection-rule";
import { RunningClock } from "./running-clock";

/** Time for admitting requests in one turn of the event loop, in milliseconds. */
const sliceMs = 7;
/** Longest time until the next look at the queue if no slot is free, in milliseconds. */
const longestLookMs = 1_000;
/** Requests in a short queue are rejected only after none was admitted for this many limits. */
const patience = 10;

/**
 * Admits requests: callers in rotation, those of one caller in order of arrival, for 7 ms per turn
 * of the event loop, so that urgent work (health, new connections, responses) gets through. Rejects
 * requests that waited longer than `limitMs`, and new ones that would have to, never admitted ones.
 * Stalled time does not count. A queue below 64 rejects nothing unless none was admitted for ten
 * times the limit.
 */
export class AdmissionQueue {
  readonly #limitMs: number;
  readonly #line = new FairQueue();
  readonly #clock = new RunningClock();
  readonly #places = new ConcurrencyLimit();
  readonly #lockWaits = new LockWaits(this.#places);
  readonly #pace = new MovingAverage();
  readonly #rule: RejectionRule;
  #sliceEnd: number | undefined;
  #isWalking = false;
  #timer: NodeJS.Timeout | undefined;
  /** Time of the last admission, or of the start of the queue. */
  #movedAt = 0;
  readonly #slots: Slots = {
    leave: (caller) => this.#end(caller),
    enterAgain: (caller) => this.#enterAgain(caller),
    lockWaits: this.#lockWaits,
  };

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    this.#rule = new RejectionRule({
      limitMs,
      line: this.#line,
      clock: this.#clock,
      pace: this.#pace,
    });
  }

  /** Waiting time of the oldest request, in milliseconds; 0 if none waits. */
  get oldestMs(): number {
    return this.#rule.oldestMs;
  }

  /**
   * Returns the reason to reject a request before any work, and notes the rejection; undefined if
   * the request may wait. `tag` returns the caller, or undefined for a request that does not wait.
   */
  refusal(tag: () => string | undefined): AppError | undefined {
    return this.#rule.reasonFor(tag);
  }

  /** Runs `work` once admitted, else throws `serverOverloaded` or `callerOverShare`. */
  async run<T>(caller: string, work: (admitted: AdmittedRequest) => Promise<T>): Promise<T> {
    // An immediate admission starts within this call, because the slice is timed by it.
    if (!this.#isFree(caller)) await this.#wait(caller, this.#limitMs);
    this.#places.acquire(caller);
    const admitted = new AdmittedRequest(this.#slots, caller);
    try {
      return await work(admitted);
    } finally {
      admitted.end();
      this.#end(caller);
    }
  }

  /** Returns the number of waiting requests and the waiting time of the oldest. */
  waiting(): { readonly requests: number; readonly longestMs: number } {
    return { requests: this.#line.length, longestMs: this.oldestMs };
  }

  async #enterAgain(caller: string): Promise<void> {
    // It was admitted before, so it is never rejected.
    if (!this.#isFree(caller)) await this.#wait(caller, Number.POSITIVE_INFINITY);
    this.#places.acquire(caller);
  }

  #end(caller: string): void {
    this.#places.release(caller);
    this.#walkSoon();
  }

  #isFree(caller: string): boolean {
    return this.#line.length === 0 && this.#places.hasRoomFor(caller) && this.#isInSlice();
  }

  /** Returns whether the slice has time left. The first request of a turn starts a slice. */
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
      this.#pace.pause();
      if (!this.#rule.isOverloaded) this.#pace.reset();
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
    const mayBegin = (caller: string) => this.#places.hasRoomFor(caller);
    while (this.#isInSlice()) {
      const next =
        this.#line.take(mayBegin) ??
        (this.#lockWaits.takeSlots() ? this.#line.take(mayBegin) : undefined);
      if (!next) break;
      this.#movedAt = this.#clock.now();
      this.#pace.add(this.#movedAt);
      await begun(next);
    }
    this.#isWalking = false;
    if (this.#line.length === 0) this.#clock.stop();
    else this.#lookAgain();
  }

  /** Rejects requests that waited too long. */
  #refuseLate(): void {
    const line = this.#line;
    const now = this.#clock.now();
    const isLate = ({ since, limitMs }: QueuedRequest) => now - since > limitMs;
    const { oldestRefusable } = line;
    if (!oldestRefusable || !isLate(oldestRefusable)) return;
    if (line.length < shortLine && now - this.#movedAt < this.#limitMs * patience) return;
    // Computed before any is removed, so that shares are those of the whole queue.
    const above = line.callersAboveShare();
    for (const late of line.removeLate(isLate)) {
      this.#rule.noteRejection(late.caller);
      late.refuse(above.has(late.caller) ? callerOverShare : serverOverloaded);
    }
  }

  /** Continues in the next turn, or later to reject late requests if no slot is free. */
  #lookAgain(): void {
    if (this.#timer) return;
    const next = this.#line.oldestRefusable;
    const dueMs = next ? next.since + next.limitMs - this.#clock.now() + 1 : longestLookMs;
    const mostMs = this.#lockWaits.length > 0 ? longWaitMs : longestLookMs;
    const inMs = dueMs > 0 ? Math.min(dueMs, mostMs) : 50;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#walkSoon();
    }, inMs);
  }
}

/** Admits a request and lets it run. `nextTick` comes after all its steps that need no I/O. */
function begun({ go }: QueuedRequest): Promise<void> {
  go();
  return new Promise((resolve) => process.nextTick(resolve));
}
