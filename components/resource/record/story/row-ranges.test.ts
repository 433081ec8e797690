import { expect, test } from "vitest";
import { placedRows, rangeAt } from "./row-ranges";

const heights = Array.from({ length: 5_000 }, (_, place) => 30 + (place % 7) * 10);
const whole = heights.reduce((total, height) => total + height, 0);
const nothing = { start: 0, end: 0 };

/** The height of the list as it is rendered. */
function renderedHeight(range: { start: number; end: number }, kept: readonly number[]): number {
  return placedRows(heights, range, kept).reduce(
    (total, { place, before, after }) => total + before + (heights[place] ?? 0) + after,
    0,
  );
}

test("few rows are rendered around the window, and the list keeps its height", () => {
  for (let top = -2_000; top < whole + 2_000; top += 977) {
    const view = { top, bottom: top + 800 };
    const range = rangeAt(heights, view, nothing);
    expect(range.end - range.start).toBeLessThan(100);
    expect(renderedHeight(range, [])).toBe(whole);
    const [first] = placedRows(heights, range, []);
    const rendered = heights.slice(range.start, range.end).reduce((sum, one) => sum + one, 0);
    const begin = first?.before ?? 0;
    expect(begin).toBeLessThanOrEqual(Math.max(top, 0));
    expect(begin + rendered).toBeGreaterThanOrEqual(Math.min(top + 800, whole));
  }
});

test("a short scroll keeps the range, a long one moves it", () => {
  const range = rangeAt(heights, { top: 10_000, bottom: 10_800 }, nothing);
  expect(rangeAt(heights, { top: 10_300, bottom: 11_100 }, range)).toBe(range);
  expect(rangeAt(heights, { top: 10_700, bottom: 11_500 }, range)).not.toEqual(range);
  expect(rangeAt(heights, { top: 10_000, bottom: 10_800 }, { start: 0, end: 4_000 })).toEqual(
    range,
  );
});

test("kept rows are rendered in order at their places, once", () => {
  const range = { start: 100, end: 103 };
  const placed = placedRows(heights, range, [4_999, 101, 3, -1, 5_000]);
  expect(placed.map(({ place }) => place)).toEqual([3, 100, 101, 102, 4_999]);
  expect(placed[0]?.before).toBe(30 + 40 + 50);
  expect(renderedHeight(range, [4_999, 101, 3])).toBe(whole);
});

test("a list without rows renders none", () => {
  expect(rangeAt([], { top: 0, bottom: 800 }, nothing)).toEqual(nothing);
  expect(placedRows([], nothing, [0])).toEqual([]);
});
