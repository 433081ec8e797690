import { expect, test } from "vitest";
import { timesIn } from "./times";

test("times of both halves of a year are those of the zone, which is named without an offset", () => {
  const { moment, zone } = timesIn("Europe/Berlin");
  expect(moment("2026-01-01T12:00:00Z").text).toContain("13:00");
  expect(moment("2026-07-01T12:00:00Z").text).toContain("14:00");
  expect(zone).toBe("Europe/Berlin");
});
