import type { Store } from "@/lib/store/port/store";

/** A caller as last read from the database. */
interface Known<T> {
  readonly value: T;
  /** The sum of the store's counts of writes before the caller was read. */
  readonly writes: number;
  readonly readAt: number;
}

const mostKept = 10_000;
/** Lifetime of an entry. Short, so that every request notices a database that went away. */
const keptForMs = 1_000;

/** Callers by the hash of their secret. A write to one of `paths` invalidates all entries. */
export class CallerCache<T> {
  readonly #paths: readonly string[];
  readonly #caches = new WeakMap<Store, Map<string, Known<T>>>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  /** Returns the cached caller of a hash; undefined if it must be read. */
  known(store: Store, hash: string, now: Date): T | undefined {
    const known = this.#caches.get(store)?.get(hash);
    if (!known || known.writes !== this.#writesOf(store)) return undefined;
    return isFresh(known, now) ? known.value : undefined;
  }

  /**
   * Returns the cached caller of a hash, else the result of `read`. Caches nothing where another
   * process may write.
   */
  async of(
    store: Store,
    hash: string,
    now: Date,
    read: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const known = this.known(store, hash, now);
    if (known !== undefined) return known;
    const cache = this.#caches.get(store) ?? new Map<string, Known<T>>();
    this.#caches.set(store, cache);
    const writes = this.#writesOf(store);
    cache.delete(hash);
    const value = await read();
    if (value === undefined || writes === undefined) return value;
    if (cache.size >= mostKept) cache.clear();
    cache.set(hash, { value, writes, readAt: now.getTime() });
    return value;
  }

  /** Each count only grows, so the sum changes with any of them. */
  #writesOf(store: Store): number | undefined {
    let sum = 0;
    for (const path of this.#paths) {
      const count = store.writesOf(path);
      if (count === undefined) return undefined;
      sum += count;
    }
    return sum;
  }
}

function isFresh({ readAt }: Known<unknown>, now: Date): boolean {
  const age = now.getTime() - readAt;
  return age >= 0 && age < keptForMs;
}
