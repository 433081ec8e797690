import { expect, test } from "vitest";
import { relativeTime } from "./times";

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

test.each([
  [7 * day - 5 * second, "in 7 days"],
  [6.4 * day, "in 6 days"],
  [day - second, "in 1 day"],
  [hour - second, "in 1 h"],
  [59 * second, "just now"],
  [0, "just now"],
  [-59 * second, "just now"],
  [-7 * day + 5 * second, "6 days ago"],
])("%i ms from now is said as %j", (apart, said) => {
  expect(relativeTime(new Date(1_900_000_000_000 + apart).toISOString(), 1_900_000_000_000)).toBe(
    said,
  );
});
