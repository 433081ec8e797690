/**
 * A cache that holds at least the `atLeast` last used entries, and at most twice as many. It evicts
 * in bulk, because recording each use in a map's order costs more than the lookup.
 */
export class Lru<V> {
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  readonly #atLeast: number;

  constructor(atLeast: number) {
    this.#atLeast = atLeast;
  }

  get(key: string): V | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: V): void {
    this.#young.set(key, value);
    if (this.#young.size < this.#atLeast) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
