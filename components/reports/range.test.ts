import { expect, test } from "vitest";
import { dayIn } from "@/lib/client/device/times";
import { chosenRange, daysOfRange, defaultRange, rangeChoices } from "./range";

const now = Date.parse("2026-03-31T23:30:00Z");

test("today is the day of the project's time zone", () => {
  const today = (zone: string) => daysOfRange("1d", dayIn(zone, now));
  expect(today("UTC")).toEqual({ from: "2026-03-31" });
  expect(today("Europe/Berlin")).toEqual({ from: "2026-04-01" });
  expect(daysOfRange("2026-03", dayIn("Europe/Berlin", now))).toEqual({
    ...{ from: "2026-03-01", to: "2026-03-31" },
  });
});

test("a number of days ends today, a month on its last day", () => {
  expect(daysOfRange("7d", now)).toEqual({ from: "2026-03-25" });
  expect(daysOfRange("2026-02", now)).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(daysOfRange("2026-03", now)).toEqual({ from: "2026-03-01" });
});

test("the choices are days, four quarters, twelve months and other days, each once", () => {
  const choices = rangeChoices(now, defaultRange).map(({ value }) => value);
  expect(choices.slice(0, 8)).toEqual([
    ...["7d", "30d", "90d", "2026-Q1", "2025-Q4", "2025-Q3", "2025-Q2", "2026-03"],
  ]);
  expect(new Set(choices).size).toBe(20);
  expect(choices.at(-1)).toBe("2026-03-02_2026-03-31");
  expect(chosenRange("2026-01", now)).toBe("2026-01");
  expect(chosenRange("1999-01", now)).toBe(defaultRange);
});

test("a quarter ends on its last day, the present one today", () => {
  expect(daysOfRange("2025-Q4", now)).toEqual({ from: "2025-10-01", to: "2025-12-31" });
  expect(daysOfRange("2026-Q1", Date.parse("2026-03-30T00:00:00Z"))).toEqual({
    from: "2026-01-01",
  });
});

test.each([
  ["2026-01-31_2026-02-28", true],
  ["2025-02-25_2026-03-31", true],
  ["2025-02-24_2026-03-31", false],
  ["2026-02-28_2026-01-31", false],
  ["2026-02-31_2026-03-01", false],
  ["2026-03-01_2026-04-01", false],
])("days of the user's own: %s", (range, isKept) => {
  expect(chosenRange(range, now)).toBe(isKept ? range : defaultRange);
  const [from = "", to = ""] = range.split("_");
  if (isKept) expect(daysOfRange(range, now)).toEqual({ from, to });
});
