import type { Period, Periods } from "@/lib/store/port/periods";

const openEnd = 0;
const endsAtNext = 1;
const firstLength = 2;

// Performance: a new decoder costs more than decoding the values of a week.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns the periods of a week as bytes, about six for each. `periods` are in order of time;
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

/** Reads numbers one after the other. */
class Cursor {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  number(): number {
    let [number, factor] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      if (byte < 128) return number + byte * factor;
      number += (byte - 128) * factor;
      factor *= 128;
    }
  }

  text(): string {
    const length = this.number();
    this.#at += length;
    return decoder.decode(this.#bytes.subarray(this.#at - length, this.#at));
  }
}

/** Lists to which periods are appended. */
export type PeriodLists = { readonly [Property in keyof Periods]: Periods[Property][number][] };

/** Returns empty lists. */
export function noPeriods(): PeriodLists {
  return { startMs: [], endMs: [], values: [] };
}

/**
 * Appends the periods of bytes that `packPeriods` returned for the week that begins at
 * `weekStartMs`.
 */
export function unpackPeriods(bytes: Uint8Array, weekStartMs: number, into: PeriodLists): void {
  const cursor = new Cursor(bytes);
  const values = Array.from({ length: cursor.number() }, () => cursor.text());
  const count = cursor.number();
  let [startMs, isLinked] = [weekStartMs, false];
  for (let place = 0; place < count; place += 1) {
    startMs += cursor.number();
    if (isLinked) into.endMs[into.endMs.length - 1] = startMs;
    into.startMs.push(startMs);
    into.values.push(values[cursor.number()] ?? "");
    const code = cursor.number();
    isLinked = code === endsAtNext;
    into.endMs.push(code < firstLength ? Number.POSITIVE_INFINITY : startMs + code - firstLength);
  }
}
