/** Paths of the resources that one transaction wrote to, and what it found. */
export interface Written {
  readonly writes: Set<string>;
  /** Updates without a version, such as a last use. */
  readonly touches: Set<string>;
  /** `Statements.deletions` when it found no deleted project with remaining records. */
  noneDeletedAt?: number | undefined;
}

/** Number of ended transactions, committed or not, that wrote to each resource. */
export class WriteCounts {
  readonly #writes = new Map<string, number>();
  readonly #touches = new Map<string, number>();

  add({ writes, touches }: Written): void {
    for (const path of writes) this.#writes.set(path, this.of(path) + 1);
    for (const path of touches) this.#touches.set(path, (this.#touches.get(path) ?? 0) + 1);
  }

  /** Returns the number of writes, without updates that leave the version alone. */
  of(path: string): number {
    return this.#writes.get(path) ?? 0;
  }

  /**
   * Returns a text that changes with every transaction that changed one of the resources in any
   * way.
   */
  stateOf(paths: readonly string[]): string {
    return paths.map((path) => `${this.of(path)}.${this.#touches.get(path) ?? 0}`).join();
  }
}
