import fc from "fast-check";
import { expect, it } from "vitest";
import type { Period } from "@/lib/store/port/periods";
import { noPeriods, packPeriods, unpackPeriods } from "./packed-periods";

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
      const found = noPeriods();
      unpackPeriods(packPeriods(periods, at * week), at * week, found);
      expect(found).toEqual({
        startMs: periods.map(({ startMs }) => startMs),
        endMs: periods.map(({ endMs }) => endMs ?? Number.POSITIVE_INFINITY),
        values: periods.map(({ value }) => value),
      });
    }),
  );
});
