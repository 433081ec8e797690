import fc from "fast-check";
import { expect, it } from "vitest";
import type { Period } from "@/lib/store/port/periods";
import { PackedNumbers, packPeriods, unpackPeriods } from "./packed-periods";
import { PeriodBuffer } from "./period-buffer";

const week = 7 * 86_400_000;

it("returns the same periods after packing", () => {
  const one = fc.record({
    startMs: fc.integer({ min: 0, max: week - 1 }),
    lasts: fc.option(fc.integer({ min: 0, max: 400 * week }), { nil: null }),
    isLinked: fc.boolean(),
    value: fc.constantFrom("0190a000-0000-7000-8000-000000000001", "b", "ü", ""),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), fc.integer({ min: 0, max: 4_000 }), (raw, at) => {
      const sorted = [...raw].sort((first, second) => first.startMs - second.startMs);
      const periods = sorted.map(({ startMs, lasts, isLinked, value }, place): Period => {
        const start = at * week + startMs;
        const next = sorted[place + 1]?.startMs;
        const end = lasts === null ? null : start + lasts;
        const isNext = isLinked && next !== undefined;
        return { startMs: start, value, endMs: isNext ? at * week + next : end };
      });
      const buffer = new PeriodBuffer();
      // The second owner is read into the same lists, and its values are known.
      for (let owner = 0; owner < 2; owner += 1) {
        const numbers = new PackedNumbers(packPeriods(periods, at * week));
        expect(unpackPeriods(numbers, at * week, buffer)).toBe(periods.length > 0);
        if (periods.length > 0) expect(numbers.at).toBe(numbers.bytes.length);
        const { startMs, endMs, places } = buffer.take();
        expect([...startMs]).toEqual(periods.map((period) => period.startMs));
        expect([...endMs]).toEqual(periods.map((one) => one.endMs ?? Number.POSITIVE_INFINITY));
        expect([...places].map((place) => buffer.values[place])).toEqual(
          periods.map(({ value }) => value),
        );
      }
    }),
  );
});
