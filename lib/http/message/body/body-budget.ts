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
    let own = 0;
    let caller: string | undefined;
    const add = (bytes: number) => {
      own += bytes;
      if (caller === undefined) this.#unknown += bytes;
      else {
        this.#known += bytes;
        const sum = (this.#ofCaller.get(caller) ?? 0) + bytes;
        if (sum > 0) this.#ofCaller.set(caller, sum);
        else this.#ofCaller.delete(caller);
      }
    };
    return {
      add,
      get bytes() {
        return own;
      },
      hasRoom: () =>
        caller === undefined
          ? this.#unknown <= mostUnknown
          : this.#known <= mostKnown && (this.#ofCaller.get(caller) ?? 0) <= mostOfOne,
      belongTo: (known) => {
        const held = own;
        add(-held);
        caller = known;
        add(held);
      },
      end: () => add(-own),
    };
  }
}

/** The share of one body in the budget. */
export interface BodyShare {
  /** Bytes counted so far. */
  readonly bytes: number;
  /** Counts further bytes. */
  add(bytes: number): void;
  /** Returns false if the bytes in progress exceed the limit. */
  hasRoom(): boolean;
  /** Moves the body's bytes to the budget of this caller. */
  belongTo(callerId: string): void;
  /** Releases the share. Call it once, when the body is no longer needed. */
  end(): void;
}

/** Returns the error for a body that exceeds the budget. */
export function bodyBudgetExceeded(): AppError {
  const detail =
    "The server holds as many request bodies as it can at the moment. Send the request again in a second.";
  return new AppError("unavailable", detail, { retryAfterSeconds: 1 });
}
