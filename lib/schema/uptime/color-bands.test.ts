import { expect, it } from "vitest";
import { colorBands, decidedBefore } from "./color-bands";
import { movedBy, percentAt, placeOf } from "./percent-scale";
import { barColor } from "./uptime-bars";

it("each uptime lies in the band whose color its bar has, for any order of rules", () => {
  for (let round = 0; round < 100; round += 1) {
    const rules = Array.from({ length: round % 6 }, (_, place) => ({
      atLeast: Math.round(random(round * 7 + place) * 20) * 5,
      color: `#00000${place}`,
    }));
    const colors = { rules, defaultBarColor: round % 2 === 0 ? "#ffffff" : null };
    const bands = colorBands(colors);
    const unused = decidedBefore(rules);
    for (let percent = 0; percent <= 100; percent += 2.5) {
      const met = bands.filter(
        ({ from, to }) => percent >= from && (to === undefined || percent < to),
      );
      expect(met).toHaveLength(1);
      const total = { knownMs: 1_000, downMs: 1_000 - percent * 10 };
      expect(met[0]?.color).toBe(barColor(total, colors));
    }
    rules.forEach((_, place) => {
      expect(bands.some(({ rule }) => rule === place)).toBe(unused[place] === undefined);
    });
  }
});

it("a rule that can never apply names the threshold that decides before it", () => {
  const rule = (atLeast: number) => ({ atLeast, color: "#111111" });
  expect(decidedBefore([rule(99), rule(99.9), rule(95), rule(99)])).toEqual([
    ...[undefined, 99, undefined, 99],
  ]);
});

it("the scale gives each step a place of its own, and back", () => {
  for (let percent = 0; percent < 100; percent = movedBy(percent, 1)) {
    expect(percentAt(placeOf(percent))).toBe(percent);
    expect(placeOf(movedBy(percent, 1))).toBeGreaterThan(placeOf(percent));
    expect(movedBy(movedBy(percent, 1), -1)).toBe(percent);
  }
  expect([percentAt(1), percentAt(0), movedBy(100, 1), movedBy(0, -1)]).toEqual([100, 0, 100, 0]);
});

/** Returns a number from 0 to 1 that depends on the seed alone. */
function random(seed: number): number {
  const value = Math.sin(seed + 1) * 10_000;
  return value - Math.floor(value);
}
