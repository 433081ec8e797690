/** What one transaction did to the records of which resources, by path. */
export interface Written {
  readonly writes: Set<string>;
  /** Bookkeeping such as a last use, which leaves a record's version alone. */
  readonly touches: Set<string>;
}

/** How many transactions that wrote to each resource have ended, whatever their end. */
export class WriteCounts {
  readonly #writes = new Map<string, number>();
  readonly #touches = new Map<string, number>();

  add({ writes, touches }: Written): void {
    for (const path of writes) this.#writes.set(path, this.of(path) + 1);
    for (const path of touches) this.#touches.set(path, (this.#touches.get(path) ?? 0) + 1);
  }

  /** Without those that only touched records. */
  of(path: string): number {
    return this.#writes.get(path) ?? 0;
  }

  /** A text that changes with every transaction that wrote to or touched one of the resources. */
  stateOf(paths: readonly string[]): string {
    return paths.map((path) => `${this.of(path)}.${this.#touches.get(path) ?? 0}`).join();
  }
}
