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

test("the choices are three numbers of days and twelve months, each once", () => {
  const choices = rangeChoices(now);
  expect(choices.map(({ value }) => value).slice(0, 6)).toEqual([
    ...["7d", "30d", "90d", "2026-03", "2026-02", "2026-01"],
  ]);
  expect(new Set(choices.map(({ value }) => value)).size).toBe(15);
  expect(chosenRange(choices, "2026-01")).toBe("2026-01");
  expect(chosenRange(choices, "1999-01")).toBe(defaultRange);
});
