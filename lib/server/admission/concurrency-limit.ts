/** Limit on concurrent requests. Others wait in the queue, where their waiting time is known. */
const mostUnderWay = 64;
/** Limit on concurrent requests of one caller, so that slow ones leave slots for others. */
const mostOfOne = 48;

/** Counts concurrent requests, per caller and in all. */
export class ConcurrencyLimit {
  #taken = 0;
  /**
   * Zero counts stay, up to a limit: a caller that sends one request after another would shrink and
   * grow the map each time.
   */
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
    this.#ofCaller.set(caller, own);
    if (this.#ofCaller.size > 2 * mostUnderWay) this.#forgetZeros();
  }

  #forgetZeros(): void {
    for (const [caller, own] of this.#ofCaller) if (own === 0) this.#ofCaller.delete(caller);
  }
}
