import type { LockWaits } from "./lock-waits";

/** The slots of a queue. */
export interface Slots {
  leave(caller: string): void;
  /** Resolves once the caller has a slot again. */
  enterAgain(caller: string): Promise<void>;
  readonly lockWaits: LockWaits;
}

/**
 * An admitted request. A class, because functions of its own for each request would take a kilobyte.
 */
export class AdmittedRequest {
  readonly #slots: Slots;
  #isOver = false;
  readonly caller: string;

  constructor(slots: Slots, caller: string) {
    this.#slots = slots;
    this.caller = caller;
  }

  /** Releases the slot during work that takes no processor time, then waits for a new admission. */
  async suspend<T>(work: () => Promise<T>): Promise<T> {
    this.#slots.leave(this.caller);
    try {
      return await work();
    } finally {
      await this.#slots.enterAgain(this.caller);
    }
  }

  /** Lets other requests run. Call it between steps that take long. */
  giveWay(): Promise<void> {
    return this.suspend(() => Promise.resolve());
  }

  /** Notes that the request waits for a lock, so that others may get its slot after a while. */
  beginLockWait(): void {
    // A reply that is being sent may note its end, as an export does. It has no slot then.
    if (!this.#isOver) this.#slots.lockWaits.begin(this);
  }

  /** Ends the wait for a lock, if there is one. */
  endLockWait(): void {
    this.#slots.lockWaits.end(this);
  }

  /** Called before the slot is released for good. Later waits for locks count for no slot. */
  end(): void {
    this.endLockWait();
    this.#isOver = true;
  }
}
