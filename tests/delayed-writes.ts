import { AsyncLocalStorage } from "node:async_hooks";
import type { Store } from "@/lib/store/port/store";

/**
 * Delays a write of one request until something else is done. A server also writes in the
 * background, for earlier requests; those writes are not delayed.
 */
export class DelayedWrites {
  /** Runs before the next write of a request that is sent by `send`, once. */
  meanwhile: (() => Promise<unknown>) | undefined;
  readonly #sent = new AsyncLocalStorage<object>();
  #latest: object | undefined;

  /** Returns the same store, for the server that receives the requests. */
  over(store: Store): Store {
    return {
      ...store,
      write: async (work, options) => {
        if (this.#latest !== undefined && this.#sent.getStore() === this.#latest) {
          const first = this.meanwhile;
          this.meanwhile = undefined;
          await first?.();
        }
        return store.write(work, options);
      },
    };
  }

  /** Sends a request, and returns its reply. */
  send<T>(request: () => Promise<T>): Promise<T> {
    this.#latest = {};
    return this.#sent.run(this.#latest, request);
  }
}
