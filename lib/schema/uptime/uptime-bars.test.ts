import { expect, it } from "vitest";
import { stripPaths } from "./strip-paths";
import { type UptimeDay, uptimeBars } from "./uptime-bars";

const day = (change: Partial<UptimeDay>): UptimeDay => ({
  ...{ day: "2026-11-16", knownMs: 86_400_000, downMs: 0, downtime: [] },
  ...{ incidents: [], incidentCount: 0 },
  ...change,
});
const outage = day({
  ...{ downMs: 1_200_000, downtime: [{ status: "Offline", ms: 1_200_000 }] },
  ...{ incidents: ["INC-54"], incidentCount: 3 },
});

it("tells day, percent, downtime and incidents of each bar", () => {
  const bars = uptimeBars([outage, day({ knownMs: 0 }), day({})], {
    ...{ rules: [], defaultBarColor: null },
  });
  expect(bars.map(({ text }) => text)).toEqual([
    "16 Nov · 98.61 % · Offline 20 min · INC-54 · 2 more incidents",
    "16 Nov · No data",
    "16 Nov · 100 %",
  ]);
});

it("takes the first rule that the day meets, without rounding, else the default color", () => {
  const colorOf = (one: UptimeDay, atLeast: readonly number[], defaultBarColor = "#000000") =>
    uptimeBars([one], {
      rules: atLeast.map((percent) => ({ atLeast: percent, color: `#${percent}` })),
      defaultBarColor,
    })[0]?.color;
  expect(colorOf(outage, [99, 98.61, 0])).toBe("#98.61");
  expect(colorOf(outage, [0, 98])).toBe("#0");
  expect(colorOf(outage, [99])).toBe("#000000");
  expect(colorOf(day({ downMs: 1 }), [100, 99])).toBe("#99");
  expect(colorOf(day({ knownMs: 0 }), [0])).toBeNull();
});

it("draws downtime and missing data as shapes of their own", () => {
  const bars = uptimeBars([outage, day({ knownMs: 0 }), day({})], {
    ...{ rules: [], defaultBarColor: null },
  });
  const paths = stripPaths(bars, 28);
  expect(paths.width).toBe(11);
  expect(paths.down).toBe("M0 0h3v3h-3z");
  expect(paths.unknown).toContain("M4 1h3v2h-3z");
  expect(paths.colored).toHaveLength(2);
});
