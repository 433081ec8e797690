import { expect, test } from "vitest";
import type { Timing } from "@/lib/contract/report-parts";
import { timingWords } from "./timing-words";

function timing(more: Partial<Timing>): Timing {
  const none = { count: 0, query: {}, median: null, p90: null, mean: null, values: [] };
  return { ...none, open: { count: 0, query: {} }, ...more };
}

test("a row with only open incidents does not say that there are none", () => {
  expect(timingWords(timing({}), "open")).toBe("no incidents");
  const three = timing({ open: { count: 3, query: {} } });
  expect(timingWords(three, "open")).toBe("none resolved");
  expect(timingWords(three, "unacknowledged")).toBe("none acknowledged");
});

test("few durations are listed, of many the percentiles", () => {
  expect(timingWords(timing({ count: 2, values: [5, 60] }), "open")).toBe(
    "5 s, 1 min · n\u00a0=\u00a02",
  );
  const many = timing({ count: 9, median: 60, p90: 120, mean: 90, values: null });
  expect(timingWords(many, "open")).toMatch(
    /^median 1 min · p90 2 min · mean .* · n\u00a0=\u00a09$/,
  );
});
