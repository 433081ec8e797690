import type { Store } from "@/lib/store/port/store";
import { type Batch, type Change, changesAfter, type Visible } from "./change";

/** Options of a subscription. */
export interface Following {
  /** Ends the feed. */
  readonly signal: AbortSignal;
  /**
   * Returns what the subscriber may read. It is called for each batch, so that a right that ends
   * has effect at once. An exception ends the feed. Absent: everything.
   */
  readonly visible?: () => Visible | Promise<Visible>;
  /** Most entries in a batch; 100 when absent. */
  readonly limit?: number;
}

/**
 * Yields the changes after a number of the change log in batches, and then each new one after its
 * commit, in any process. Ends when `signal` is aborted. Throws when the database cannot be read;
 * the subscriber begins again after the last change that it has processed.
 */
export function follow(
  store: Store,
  from: number,
  { signal, visible, limit = 100 }: Following,
): AsyncGenerator<readonly Change[], void, undefined> {
  return followBy(store, from, signal, async (position) => {
    return changesAfter(store.reader, position, limit, await visible?.());
  });
}

/** Yields changes as `follow` does. `read` returns those after a number, undefined if there are none. */
export async function* followBy<Entry>(
  store: Store,
  from: number,
  signal: AbortSignal,
  read: (position: number) => Promise<Batch<Entry> | undefined>,
): AsyncGenerator<readonly Entry[], void, undefined> {
  const bell = new Bell();
  const stopListening = store.onCommit("changes", () => bell.ring());
  const end = () => bell.ring();
  signal.addEventListener("abort", end);
  try {
    for (let position = from; !signal.aborted; ) {
      // Reset before the read: a commit during the read causes another one.
      bell.reset();
      const batch = await read(position);
      if (batch && batch.changes.length > 0 && !signal.aborted) yield batch.changes;
      if (batch) position = batch.last;
      else await bell.rung();
    }
  } finally {
    signal.removeEventListener("abort", end);
    stopListening();
  }
}

/** Wakes one waiter; a ring before the wait is not lost. */
class Bell {
  #ring: () => void = () => undefined;
  #rung = Promise.resolve();

  reset(): void {
    this.#rung = new Promise((resolve) => {
      this.#ring = resolve;
    });
  }

  ring(): void {
    this.#ring();
  }

  rung(): Promise<void> {
    return this.#rung;
  }
}
