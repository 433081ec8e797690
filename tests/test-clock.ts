/** A clock that moves only in `move`. */
export class TestClock {
  #time = Date.parse("2030-01-01T00:00:00.000Z");

  now(): Date {
    return new Date(this.#time);
  }

  /** Returns the time in the form of records, this many minutes from now. */
  iso(minutesFromNow = 0): string {
    return new Date(this.#time + minutesFromNow * 60_000).toISOString();
  }

  move(minutes: number): void {
    this.#time += minutes * 60_000;
  }
}
