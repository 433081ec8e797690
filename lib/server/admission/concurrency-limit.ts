/** How many requests may be under way at once; others wait, where it is known for how long. */
const mostUnderWay = 64;
/** How many of them may be of one caller, so that slow requests of one leave room for others. */
const mostOfOne = 48;

/** Counts the requests under way, of each caller and in all. */
export class ConcurrencyLimit {
  #taken = 0;
  readonly #ofCaller = new Map<string, number>();

  hasRoomFor(caller: string): boolean {
    return this.#taken < mostUnderWay && (this.#ofCaller.get(caller) ?? 0) < mostOfOne;
  }

  acquire(caller: string): void {
    this.#count(caller, 1);
  }

  release(caller: string): void {
    this.#count(caller, -1);
  }

  #count(caller: string, more: number): void {
    this.#taken += more;
    const own = (this.#ofCaller.get(caller) ?? 0) + more;
    if (own > 0) this.#ofCaller.set(caller, own);
    else this.#ofCaller.delete(caller);
  }
}
