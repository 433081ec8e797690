import type { AdmittedRequest } from "./admitted-request";
import type { ConcurrencyLimit } from "./concurrency-limit";

/** Time after which a request that waits for a lock leaves its slot, in milliseconds. */
export const longWaitMs = 100;
/** Limit on requests that wait for a lock without a slot. Each of them keeps its body in memory. */
const mostWithoutSlot = 256;
/** The same limit for one caller. */
const mostOfOne = 64;

interface Wait {
  readonly since: number;
  hasSlot: boolean;
}

/**
 * Admitted requests that wait for a lock of the database. Once they wait long, others get their
 * slots: a write that takes seconds, or a slow disk, would otherwise keep reads out, which need no
 * lock. A request takes its slot back at once when it gets the lock, because others wait for it.
 */
export class LockWaits {
  readonly #places: ConcurrencyLimit;
  /** In the order of their begin. */
  readonly #waits = new Map<AdmittedRequest, Wait>();
  readonly #withoutSlot = new Map<string, number>();
  #all = 0;

  constructor(places: ConcurrencyLimit) {
    this.#places = places;
  }

  /** Number of waiting requests. */
  get length(): number {
    return this.#waits.size;
  }

  begin(request: AdmittedRequest): void {
    // An earlier wait is still there if its transaction never began.
    this.end(request);
    this.#waits.set(request, { since: performance.now(), hasSlot: true });
  }

  /** Ends the wait of a request, which has its slot again. Without a wait, this has no effect. */
  end(request: AdmittedRequest): void {
    const wait = this.#waits.get(request);
    if (!wait) return;
    this.#waits.delete(request);
    if (wait.hasSlot) return;
    this.#places.acquire(request.caller);
    this.#count(request.caller, -1);
  }

  /** Takes the slots of requests that have waited long. Returns whether there are any. */
  takeSlots(): boolean {
    const before = performance.now() - longWaitMs;
    const taken = this.#all;
    for (const [request, wait] of this.#waits) {
      if (wait.since > before || this.#all >= mostWithoutSlot) break;
      if (!wait.hasSlot || (this.#withoutSlot.get(request.caller) ?? 0) >= mostOfOne) continue;
      wait.hasSlot = false;
      this.#places.release(request.caller);
      this.#count(request.caller, 1);
    }
    return this.#all > taken;
  }

  #count(caller: string, more: number): void {
    this.#all += more;
    const own = (this.#withoutSlot.get(caller) ?? 0) + more;
    if (own === 0) this.#withoutSlot.delete(caller);
    else this.#withoutSlot.set(caller, own);
  }
}
