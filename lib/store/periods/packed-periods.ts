import type { Period } from "@/lib/store/port/periods";
import type { PeriodBuffer } from "./period-buffer";

const openEnd = 0;
const endsAtNext = 1;
const firstLength = 2;

const encoder = new TextEncoder();

/**
 * Returns the periods of a week as bytes, about six for each. `periods` has at least one element, and
 * is in order of time;
 * `weekStartMs` is the start of the week. Numbers have seven bits in a byte, the lowest first.
 *
 * The bytes are: the number of values, each value (its length and its characters), the number of
 * periods, then for each the time since the previous start, the place of its value, and its end: 0
 * for none, 1 for the start of the next, else the length plus 2.
 */
export function packPeriods(periods: readonly Period[], weekStartMs: number): Uint8Array {
  const values = [...new Set(periods.map(({ value }) => value))];
  const places = new Map(values.map((value, place) => [value, place]));
  const bytes: number[] = [];
  put(bytes, values.length);
  for (const value of values) {
    const text = encoder.encode(value);
    put(bytes, text.length);
    bytes.push(...text);
  }
  put(bytes, periods.length);
  let previousMs = weekStartMs;
  periods.forEach(({ startMs, endMs, value }, place) => {
    put(bytes, startMs - previousMs);
    put(bytes, places.get(value) ?? 0);
    put(bytes, endCode(startMs, endMs, periods[place + 1]?.startMs));
    previousMs = startMs;
  });
  return Uint8Array.from(bytes);
}

function endCode(startMs: number, endMs: number | null, nextMs: number | undefined): number {
  if (endMs === null) return openEnd;
  // An event may only end before its start if it was stored so; it then has no length.
  return endMs === nextMs ? endsAtNext : Math.max(0, endMs - startMs) + firstLength;
}

function put(bytes: number[], number: number): void {
  let rest = number;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Stands for the bytes of a week that is not packed. It begins with no values, as no packed week. */
export const unpacked = Uint8Array.of(0);

/**
 * Appends the periods that `packPeriods` returned for the week that begins at `weekStartMs`. Returns
 * false if the week is not packed.
 */
export function unpackPeriods(
  numbers: PackedNumbers,
  weekStartMs: number,
  into: PeriodBuffer,
): boolean {
  const values = Array.from({ length: numbers.next() }, () => {
    const length = numbers.next();
    const from = numbers.at;
    numbers.at += length;
    return into.placeOf(numbers.bytes, from, from + length);
  });
  if (values.length === 0) return false;
  const count = numbers.next();
  into.reserve(count);
  const { startMs: starts, endMs: ends, places } = into;
  let [start, isLinked] = [weekStartMs, false];
  for (let place = into.count; place < into.count + count; place += 1) {
    start += numbers.next();
    if (isLinked) ends[place - 1] = start;
    starts[place] = start;
    places[place] = values[numbers.next()] ?? 0;
    const code = numbers.next();
    isLinked = code === endsAtNext;
    ends[place] = code < firstLength ? Number.POSITIVE_INFINITY : start + code - firstLength;
  }
  into.count += count;
  return true;
}

/** Reads numbers of seven bits in a byte. Performance: three million of them in one request. */
export class PackedNumbers {
  /** Place of the next number in `bytes`. */
  at = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Returns the next number. */
  next(): number {
    const { bytes } = this;
    let byte = bytes[this.at++] ?? 0;
    if (byte < 128) return byte;
    // Operators on bits hold for numbers of up to four bytes only.
    let read = byte & 127;
    for (let shift = 7; shift < 28; shift += 7) {
      byte = bytes[this.at++] ?? 0;
      read |= (byte & 127) << shift;
      if (byte < 128) return read;
    }
    for (let factor = 2 ** 28; ; factor *= 128) {
      byte = bytes[this.at++] ?? 0;
      if (byte < 128) return read + byte * factor;
      read += (byte - 128) * factor;
    }
  }
}
