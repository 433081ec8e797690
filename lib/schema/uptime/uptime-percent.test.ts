import fc from "fast-check";
import { expect, test } from "vitest";
import { hasUptimeOf, uptimeText } from "./uptime-percent";

test("an uptime meets exactly its own percentage, and a millisecond less does not", () => {
  // The hours of a day without and with a change of the clock, and 500 monitors in 90 days.
  for (const hours of [23, 24, 25, 90 * 24 * 500]) {
    const knownMs = hours * 3_600_000;
    for (let hundredths = 1; hundredths <= 10_000; hundredths += 1) {
      const percent = hundredths / 100;
      const downMs = (knownMs / 10_000) * (10_000 - hundredths);
      const told = `${percent} % of ${hours} h`;
      expect(hasUptimeOf({ knownMs, downMs }, percent), told).toBe(true);
      expect(hasUptimeOf({ knownMs, downMs: downMs + 1 }, percent), told).toBe(false);
    }
  }
  expect(hasUptimeOf({ knownMs: 0, downMs: 0 }, 0)).toBe(false);
});

/** 500 monitors for 90 days, known to the millisecond: the percentage is beyond the exact numbers. */
const mostMs = 90 * 86_400_000 * 500;
const known = fc.oneof(
  fc.integer({ min: 1, max: 86_400_000 }),
  fc.integer({ min: 1, max: mostMs }),
);
const offset = fc.integer({ min: -2, max: 2 });
const total = fc.oneof(
  fc.record({ knownMs: known, part: fc.double({ min: 0, max: 1, noNaN: true }) }).map((one) => ({
    knownMs: one.knownMs,
    downMs: Math.round(one.knownMs * one.part),
  })),
  // Near to a boundary of the decimals, and so to 100 % and to 0 %.
  fc.record({ knownMs: known, units: fc.integer({ min: 0, max: 10_000 }), offset }).map((one) => {
    const boundary = Number((BigInt(one.knownMs) * BigInt(one.units)) / 10_000n);
    const upMs = Math.min(one.knownMs, Math.max(0, boundary + one.offset));
    return { knownMs: one.knownMs, downMs: one.knownMs - upMs };
  }),
);

test("the percentage is the greatest one of its decimals that is not above the uptime", () => {
  fc.assert(
    fc.property(total, fc.integer({ min: 0, max: 20 }), ({ knownMs, downMs }, decimals) => {
      const text = uptimeText({ knownMs, downMs }, decimals) ?? "";
      if (downMs === 0) {
        expect(text).toBe("100");
        return;
      }
      expect(text).toMatch(decimals === 0 ? /^\d{1,2}$/ : /^\d{1,2}\.\d+$/);
      expect(text.split(".")[1] ?? "").toHaveLength(decimals);
      const units = BigInt(text.replace(".", ""));
      const scaled = BigInt(knownMs - downMs) * 100n * 10n ** BigInt(decimals);
      expect(units * BigInt(knownMs) <= scaled).toBe(true);
      expect((units + 1n) * BigInt(knownMs) > scaled).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("a millisecond below a percentage of many monitors is not rounded up to it", () => {
  const knownMs = mostMs - 1;
  const upMs = Math.floor((knownMs / 10_000) * 9_997);
  expect(uptimeText({ knownMs, downMs: knownMs - upMs })).toBe("99.96");
  expect(uptimeText({ knownMs: mostMs, downMs: 1 })).toBe("99.99");
  expect(uptimeText({ knownMs: 10, downMs: 20 })).toBe("0.00");
});
