import fc from "fast-check";
import { expect, it } from "vitest";
import type { Period } from "@/lib/store/port/periods";
import { PackedNumbers, packPeriods, unpacked, unpackPeriods } from "./packed-periods";
import { PeriodBuffer } from "./period-buffer";

const week = 7 * 86_400_000;

/** An event by its time since the start of a week. */
const event = fc.record({
  startMs: fc.integer({ min: 0, max: week - 1 }),
  lasts: fc.option(fc.integer({ min: 0, max: 400 * week }), { nil: null }),
  isLinked: fc.boolean(),
  value: fc.constantFrom("0190a000-0000-7000-8000-000000000001", "b", "ü", ""),
});
/** Weeks before and after 1970. */
const number = fc.integer({ min: -4_000, max: 4_000 });
const eventsOfWeek = fc.array(event, { minLength: 1, maxLength: 40 });
type Raw = typeof eventsOfWeek extends fc.Arbitrary<infer T> ? T : never;

function periodsIn(at: number, raw: Raw): Period[] {
  const sorted = [...raw].sort((first, second) => first.startMs - second.startMs);
  return sorted.map(({ startMs, lasts, isLinked, value }, place): Period => {
    const start = at * week + startMs;
    const next = sorted[place + 1]?.startMs;
    const end = lasts === null ? null : start + lasts;
    const isNext = isLinked && next !== undefined;
    return { startMs: start, value, endMs: isNext ? at * week + next : end };
  });
}

function taken(buffer: PeriodBuffer): Period[] {
  const { startMs, endMs, places } = buffer.take();
  return [...places].map((value, place) => {
    const end = endMs[place] ?? 0;
    return {
      startMs: startMs[place] ?? 0,
      endMs: end === Number.POSITIVE_INFINITY ? null : end,
      value: buffer.values[value] ?? "",
    };
  });
}

it("returns the same periods after packing", () => {
  fc.assert(
    fc.property(eventsOfWeek, number, (raw, at) => {
      const periods = periodsIn(at, raw);
      const buffer = new PeriodBuffer();
      // The second owner is read into the same lists, and its values are known.
      for (let owner = 0; owner < 2; owner += 1) {
        const numbers = new PackedNumbers(packPeriods(periods, at * week));
        expect(unpackPeriods(numbers, at * week, buffer)).toBe(true);
        expect(taken(buffer)).toEqual(periods);
      }
    }),
  );
});

it("reads joined weeks one after the other, and skips those that are not packed", () => {
  const some = fc.array(fc.option(eventsOfWeek, { nil: null }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(some, number, (weeks, first) => {
      const periods = weeks.map((raw, place) => raw && periodsIn(first + place, raw));
      const bytes = periods.map((one, place) =>
        one ? packPeriods(one, (first + place) * week) : unpacked,
      );
      const numbers = new PackedNumbers(Buffer.concat(bytes));
      const buffer = new PeriodBuffer();
      const isPacked = periods.map((_, place) =>
        unpackPeriods(numbers, (first + place) * week, buffer),
      );
      expect(isPacked).toEqual(periods.map((one) => one !== null));
      expect(numbers.at).toBe(numbers.bytes.length);
      expect(taken(buffer)).toEqual(periods.flatMap((one) => one ?? []));
    }),
  );
});
