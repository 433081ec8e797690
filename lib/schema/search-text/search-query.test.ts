import { expect, test } from "vitest";
import { searchQueryOf } from "./search-query";

test("parts are the texts between spaces, without the signs around them", () => {
  expect(searchQueryOf('("melt-down", a) -- #42!').parts).toEqual(["melt-down", "a", "42"]);
  expect(searchQueryOf("\u{1d518}-x\u{1f4a5}").parts).toEqual(["u-x"]);
});

test("a long text of signs takes milliseconds", () => {
  // Each of these signs becomes four.
  const startedAt = performance.now();
  expect(searchQueryOf(`a${"\u2057".repeat(1_990)}a`).parts[0]).toHaveLength(7_962);
  expect(performance.now() - startedAt).toBeLessThan(500);
});
