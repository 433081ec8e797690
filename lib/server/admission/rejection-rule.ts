import type { AppError } from "@/lib/errors";
import type { FairQueue } from "./fair-queue";
import type { MovingAverage } from "./moving-average";
import { callerOverShare, serverOverloaded } from "./overload-errors";
import type { RunningClock } from "./running-clock";

/** Shortest queue that counts as overload. Clients that send one request at a time cause less. */
export const shortLine = 64;

/** Part of the limit by which new requests are judged in an overload. */
const overloadedPart = 1 / 6;

/** Time without a rejection that ends an overload, in milliseconds. Clients retry after a second. */
const calmMs = 2_000;

/** Longest overload until the whole limit is tried again, in milliseconds. */
const longestOverloadMs = 60_000;

/** Number of rejected callers that are remembered, the latest ones. */
const mostRejected = 1_000;

/** The objects of the queue that the rule reads. */
export interface RuleParts {
  /** Longest time that a request may wait, in milliseconds. */
  readonly limitMs: number;
  readonly line: FairQueue;
  readonly clock: RunningClock;
  readonly pace: MovingAverage;
}

/** Decides whether a new request may wait in the queue. Notes whether the server is overloaded. */
export class RejectionRule {
  readonly #parts: RuleParts;
  /** Callers that were rejected in this overload. */
  readonly #rejected = new Set<string>();
  #overloadedSince = Number.NEGATIVE_INFINITY;
  #rejectedAt = Number.NEGATIVE_INFINITY;
  #lookedAt = 0;
  #oldestSeenMs = 0;

  constructor(parts: RuleParts) {
    this.#parts = parts;
  }

  /** Waiting time of the oldest request, in milliseconds; 0 if none waits. */
  get oldestMs(): number {
    const { line, clock } = this.#parts;
    const { oldest } = line;
    return oldest ? clock.now() - oldest.since : 0;
  }

  /** True from a rejection until 2 s pass without another, or for 60 s. */
  get isOverloaded(): boolean {
    return this.#isOverloadedAt(performance.now());
  }

  /**
   * Returns the reason to reject a request of caller `tag` before any work; undefined if it may
   * wait. Rejects once the oldest request has waited `0.4 × limit`, if the caller's oldest one has
   * waited `0.8 × limit` or `queue position × average interval > 0.8 × limit`. The first condition
   * lets a sudden crowd pass, which may be done in no time.
   *
   * In an overload, `limit / 6` replaces the limit, because a longer queue makes all wait longer and
   * serves no more. A caller that was not rejected keeps the whole limit as long as few callers
   * wait, so that the overload that another one causes does not cut off its burst.
   */
  reasonFor(tag: () => string | undefined): AppError | undefined {
    const { limitMs, line, clock, pace } = this.#parts;
    if (line.length < shortLine) return undefined;
    const now = performance.now();
    const shortMs = this.#isOverloadedAt(now) ? limitMs * overloadedPart : limitMs;
    if (this.#oldestLatelyMs(now) < shortMs * 0.4) return undefined;
    const caller = tag();
    if (caller === undefined) return undefined;
    const own = line.oldestOf(caller);
    const ownMs = own ? clock.now() - own.since : 0;
    const expectedMs = line.placesBefore(caller) * pace.ms;
    const isCrowd = line.callers * pace.ms > shortMs * 0.8;
    const mostMs = isCrowd || this.#rejected.has(caller) ? shortMs : limitMs;
    if (Math.max(ownMs, expectedMs) <= mostMs * 0.8) return undefined;
    this.noteRejection(caller);
    return line.isAboveShare(caller) ? callerOverShare : serverOverloaded;
  }

  /** Begins or continues an overload. Call it for each rejected request. */
  noteRejection(caller: string): void {
    const now = performance.now();
    if (!this.#isOverloadedAt(now)) {
      this.#overloadedSince = now;
      this.#rejected.clear();
    }
    this.#rejectedAt = now;
    if (this.#rejected.has(caller)) return;
    this.#rejected.add(caller);
    const [first] = this.#rejected;
    if (this.#rejected.size > mostRejected && first !== undefined) this.#rejected.delete(first);
  }

  #isOverloadedAt(now: number): boolean {
    return now - this.#rejectedAt < calmMs && now - this.#overloadedSince < longestOverloadMs;
  }

  /** Returns `oldestMs`, up to 5 ms old. A scan of all queues per rejection would cost more. */
  #oldestLatelyMs(now: number): number {
    if (now - this.#lookedAt > 5) [this.#lookedAt, this.#oldestSeenMs] = [now, this.oldestMs];
    return this.#oldestSeenMs;
  }
}
