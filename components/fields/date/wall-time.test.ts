import { expect, test } from "vitest";
import { occurrencesOf, wallTime, wallTimeToInstant, zoneName } from "./wall-time";

test.each([
  ["2026-01-31T09:00:00.000Z", "UTC", "2026-01-31T09:00:00"],
  ["2026-01-31T09:00:00.000Z", "Europe/Berlin", "2026-01-31T10:00:00"],
  ["2026-07-31T23:30:00.000Z", "Asia/Kolkata", "2026-08-01T05:00:00"],
  ["2026-03-29T01:00:00.000Z", "Europe/Berlin", "2026-03-29T03:00:00"],
  ["0101-01-01T00:00:00.000Z", "UTC", "0101-01-01T00:00:00"],
])("%s in %s is %s, and back", (instant, zone, wall) => {
  expect(wallTime(instant, zone)).toBe(wall);
  expect(wallTimeToInstant(wall, zone)).toBe(instant);
});

test("a repeated time means its first occurrence, and a skipped time counts on", () => {
  expect(wallTimeToInstant("2026-10-25T02:30:00", "Europe/Berlin")).toBe(
    "2026-10-25T00:30:00.000Z",
  );
  expect(wallTimeToInstant("2026-03-29T02:30:00", "Europe/Berlin")).toBe(
    "2026-03-29T01:30:00.000Z",
  );
});

test.each([
  ["2026-10-25T02:30:00", ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]],
  ["2026-03-29T02:30:00", []],
  ["2026-03-29T03:00:00", ["2026-03-29T01:00:00.000Z"]],
  ["2026-10-25T03:00:00", ["2026-10-25T02:00:00.000Z"]],
  ["", []],
])("clocks in Berlin show %s at %j", (wall, instants) => {
  expect(occurrencesOf(wall, "Europe/Berlin")).toEqual(instants);
});

test("an empty time is no instant, and the zone is named with its offset", () => {
  expect(wallTimeToInstant("", "UTC")).toBe("");
  expect(wallTime("", "UTC")).toBe("");
  expect(zoneName("America/New_York", Date.parse("2026-01-01"))).toBe("America/New York, UTC−5");
});
