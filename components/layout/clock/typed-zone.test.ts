import { expect, test } from "vitest";
import { typedZone } from "./typed-zone";

test.each([
  ["Europe/Berlin", "Europe/Berlin"],
  [" europe/berlin ", "Europe/Berlin"],
  ["new york", undefined],
  ["America/New York", "America/New_York"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["Europe/Kyiv", "Europe/Kyiv"],
  ["UTC", "utc"],
  ["Mars/Olympus", undefined],
  ["+01:00", undefined],
  ["", undefined],
])("%j is %j", (text, zone) => {
  expect(typedZone(text)).toBe(zone);
});
