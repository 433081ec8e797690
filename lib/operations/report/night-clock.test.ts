import { expect, it } from "vitest";
import { nightClock } from "./night-clock";

const spring = ["2026-03-27", "2026-03-28", "2026-03-29", "2026-03-30"];
const autumn = ["2026-10-24", "2026-10-25"];

it.each([
  ["an ordinary night", "Europe/Berlin", spring, "2026-03-27T20:00Z", "2026-03-28T07:00Z", 9],
  [
    "the hour after the short night",
    "Europe/Berlin",
    spring,
    "2026-03-29T05:00Z",
    "2026-03-29T06:00Z",
    0,
  ],
  ["the short night", "Europe/Berlin", spring, "2026-03-28T12:00Z", "2026-03-29T12:00Z", 8],
  ["the long night", "Europe/Berlin", autumn, "2026-10-24T12:00Z", "2026-10-25T12:00Z", 10],
  [
    "the last hour of the long night",
    "Europe/Berlin",
    autumn,
    "2026-10-25T05:00Z",
    "2026-10-25T07:00Z",
    1,
  ],
  ["several nights", "Europe/Berlin", spring, "2026-03-27T12:00Z", "2026-03-30T12:00Z", 26],
  ["a part of a night", "UTC", spring, "2026-03-28T23:30Z", "2026-03-29T01:00Z", 1.5],
  ["the night before the first day", "UTC", spring, "2026-03-01T00:00Z", "2026-03-27T12:00Z", 9],
  ["the night after the last day", "UTC", spring, "2026-03-30T12:00Z", "2026-03-31T12:00Z", 9],
])("counts %s in %s", (_, timeZone, days, from, to, hours) => {
  const clock = nightClock(timeZone, days);
  expect((clock(Date.parse(to)) - clock(Date.parse(from))) / 3_600_000).toBe(hours);
});
