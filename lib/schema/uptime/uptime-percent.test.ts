import { expect, test } from "vitest";
import { hasUptimeOf } from "./uptime-percent";

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
