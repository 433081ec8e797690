import { expect, test } from "vitest";
import { matchNumber } from "./match";

test.each([
  [5, 5],
  ["5", 5],
  ["-5.25", -5.25],
  ["0", 0],
  ["1e3", 1_000],
  ["2.5E-1", 0.25],
])("%j is the number %d in a comparison", (sent, value) => {
  expect(matchNumber(sent)).toEqual({ value });
});

test.each(["", " ", " 5", "5 ", "+5", "05", ".5", "5.", "0x10", "1_000", "1,5", "NaN", "Infinity"])(
  "%j is no number",
  (sent) => {
    expect(matchNumber(sent)).toBe("must be compared with a number");
  },
);

test.each(["1e999", "-1e999", null, true, [], {}])("%j is no number either", (sent) => {
  expect(matchNumber(sent)).toBe("must be compared with a number");
});
