/**
 * The time of each status, in milliseconds, in the order of first occurrence. Performance: few
 * statuses occur on a day, so that a search of a list is shorter than that of a map.
 */
export class StatusTimes {
  readonly #ids: string[] = [];
  readonly #times: number[] = [];

  clear(): void {
    this.#ids.length = 0;
    this.#times.length = 0;
  }

  add(id: string, lastedMs: number): void {
    const place = this.#ids.indexOf(id);
    if (place < 0) {
      this.#ids.push(id);
      this.#times.push(lastedMs);
    } else this.#times[place] = (this.#times[place] ?? 0) + lastedMs;
  }

  forEach(call: (id: string, lastedMs: number) => void): void {
    for (let place = 0; place < this.#ids.length; place += 1)
      call(this.#ids[place] ?? "", this.#times[place] ?? 0);
  }
}
