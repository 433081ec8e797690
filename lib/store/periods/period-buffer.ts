import type { Period, Periods } from "@/lib/store/port/periods";

const firstSize = 1_024;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Collects the periods of one owner after the other. Performance: the lists are used again for each
 * owner, and a value is decoded once, so that a million periods leave little garbage.
 */
export class PeriodBuffer {
  startMs = new Float64Array(firstSize);
  endMs = new Float64Array(firstSize);
  places = new Uint32Array(firstSize);
  count = 0;
  /** The values of all owners, each once. */
  readonly values: string[] = [];
  readonly #encoded: Uint8Array[] = [];

  /** Makes room for more periods. */
  reserve(more: number): void {
    const size = this.count + more;
    if (size <= this.startMs.length) return;
    const [startMs, endMs, places] = [this.startMs, this.endMs, this.places];
    this.startMs = new Float64Array(size * 2);
    this.endMs = new Float64Array(size * 2);
    this.places = new Uint32Array(size * 2);
    this.startMs.set(startMs);
    this.endMs.set(endMs);
    this.places.set(places);
  }

  /** Returns the place of the value that the bytes encode. */
  placeOf(bytes: Uint8Array, from: number, to: number): number {
    for (let place = 0; place < this.#encoded.length; place += 1) {
      if (isEqual(this.#encoded[place] ?? bytes, bytes, from, to)) return place;
    }
    const encoded = bytes.slice(from, to);
    this.#encoded.push(encoded);
    return this.values.push(decoder.decode(encoded)) - 1;
  }

  add({ startMs, endMs, value }: Period): void {
    this.reserve(1);
    const encoded = encoder.encode(value);
    this.startMs[this.count] = startMs;
    this.endMs[this.count] = endMs ?? Number.POSITIVE_INFINITY;
    this.places[this.count] = this.placeOf(encoded, 0, encoded.length);
    this.count += 1;
  }

  /** Returns the collected periods, and begins with the next owner. */
  take(): Periods {
    const { startMs, endMs, places, count } = this;
    this.count = 0;
    return {
      startMs: startMs.slice(0, count),
      endMs: endMs.slice(0, count),
      places: places.slice(0, count),
    };
  }
}

/** Ids that were made together differ at their end. */
function isEqual(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let place = known.length - 1; place >= 0; place -= 1) {
    if (known[place] !== bytes[from + place]) return false;
  }
  return true;
}
