import { AppError } from "@/lib/errors";

/** How many bytes of bodies a process holds at once: before their callers are known, and after. */
const mostUnknown = 16_000_000;
const mostKnown = 48_000_000;
/** How many of the latter belong to one caller, so that others can send large bodies too. */
const mostOfOne = 32_000_000;

/**
 * Counts the bytes of bodies that are under way in a process: received, and not yet worked through. Bodies of known
 * callers have a part of their own, which nobody can fill without credentials.
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

/** What one body takes of the budget. */
export interface BodyShare {
  /** How many it has so far. */
  readonly bytes: number;
  /** Counts so many bytes more. */
  add(bytes: number): void;
  /** False while more bytes are under way than may be. */
  hasRoom(): boolean;
  /** From now on the body counts among those of this caller. */
  belongTo(callerId: string): void;
  /** To be called once, when the body is no longer needed. */
  end(): void;
}

/** What a body is answered for which there is no room. */
export function bodyBudgetExceeded(): AppError {
  const detail =
    "The server holds as many request bodies as it can at the moment. Send the request again in a second.";
  return new AppError("unavailable", detail, { retryAfterSeconds: 1 });
}
