import { AppError } from "@/lib/errors";

/** Limits on bytes of bodies in memory: of unknown callers, and of known callers. */
const mostUnknown = 16_000_000;
const mostKnown = 48_000_000;
/** Share of one known caller, so that others can send large bodies too. */
const mostOfOne = 32_000_000;

/**
 * Counts the bytes of bodies in progress in a process: received, and not yet processed. Bodies of
 * known callers have a separate budget, which requests without credentials cannot exhaust.
 */
export class BodyBudget {
  #unknown = 0;
  #known = 0;
  readonly #ofCaller = new Map<string, number>();

  /** Begins to count one body. */
  begin(): BodyShare {
    return new BodyShare(this);
  }

  /**
   * Counts bytes of a caller, or of an unknown one. A negative number releases them. Called by
   * `BodyShare`.
   */
  count(caller: string | undefined, bytes: number): void {
    if (caller === undefined) {
      this.#unknown += bytes;
      return;
    }
    this.#known += bytes;
    const sum = (this.#ofCaller.get(caller) ?? 0) + bytes;
    if (sum > 0) this.#ofCaller.set(caller, sum);
    else this.#ofCaller.delete(caller);
  }

  /** Returns false if the bytes in progress exceed the limit. Called by `BodyShare`. */
  hasRoomFor(caller: string | undefined): boolean {
    if (caller === undefined) return this.#unknown <= mostUnknown;
    return this.#known <= mostKnown && (this.#ofCaller.get(caller) ?? 0) <= mostOfOne;
  }
}

/** The share of one body in the budget. */
export class BodyShare {
  readonly #budget: BodyBudget;
  #caller: string | undefined;
  #bytes = 0;

  constructor(budget: BodyBudget) {
    this.#budget = budget;
  }

  /** Bytes counted so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts further bytes. */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#budget.count(this.#caller, bytes);
  }

  /** Returns false if the bytes in progress exceed the limit. */
  hasRoom(): boolean {
    return this.#budget.hasRoomFor(this.#caller);
  }

  /** Moves the body's bytes to the budget of this caller. */
  belongTo(callerScope: string): void {
    const held = this.#bytes;
    this.add(-held);
    this.#caller = callerScope;
    this.add(held);
  }

  /** Releases the share. Call it once, when the body is no longer needed. */
  end(): void {
    this.add(-this.#bytes);
  }
}

/** Returns the error for a body that exceeds the budget. */
export function bodyBudgetExceeded(): AppError {
  const detail =
    "The server holds as many request bodies as it can at the moment. Send the request again in a second.";
  return new AppError("unavailable", detail, { retryAfterSeconds: 1 });
}
