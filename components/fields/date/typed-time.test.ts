import { expect, test } from "vitest";
import { impossibleDay, impossibleHour, incompleteTime } from "@/components/fields/form-values";
import { shownTime, typedTime, typedWallTime } from "./typed-time";

test.each([
  ["9 Aug 2026, 14:02:31", "2026-08-09T12:02:31.000Z"],
  ["09 august 2026 14:02", "2026-08-09T12:02:00.000Z"],
  ["9 Aug 2026", "2026-08-08T22:00:00.000Z"],
  ["2026-08-09T14:02:31", "2026-08-09T12:02:31.000Z"],
  ["2026-8-9 9:02", "2026-08-09T07:02:00.000Z"],
  ["2026-08-09T14:02:31Z", "2026-08-09T14:02:31.000Z"],
  ["  ", ""],
])("%s in Berlin is %s", (text, instant) => {
  expect(typedTime(text, "Europe/Berlin")).toBe(instant);
});

test.each([
  ["9 Aug", incompleteTime],
  ["01", incompleteTime],
  ["9 Aug 2026, 14:0", incompleteTime],
  ["9 Xyz 2026", incompleteTime],
  ["25:00", incompleteTime],
  ["31 Jun 2026", impossibleDay],
  ["2026-02-30", impossibleDay],
  ["2026-13-01", impossibleDay],
  ["31 Feb 2026, 25:00", impossibleDay],
  ["29 Feb 2027, 02:30", impossibleDay],
  ["9 Aug 2026, 24:00", impossibleHour],
  ["2026-08-09 12:60", impossibleHour],
])("%s has the fault %s", (text, fault) => {
  expect(typedTime(text, "UTC")).toBe(fault);
  expect(typedWallTime(text)).toBeUndefined();
});

test("a typed text names a wall time in any zone, also one that clocks skip", () => {
  expect(typedWallTime(" 29 Mar 2026, 02:30")).toBe("2026-03-29T02:30:00");
  expect(typedWallTime("2026-03-29T02:30:00Z")).toBeUndefined();
});

test("a shown time is read back as the same second", () => {
  for (const zone of ["UTC", "Europe/Berlin", "Asia/Kathmandu"])
    for (let month = 1; month <= 12; month += 1) {
      const instant = new Date(Date.UTC(2026, month - 1, month * 2, 3, month, 9)).toISOString();
      expect(typedTime(shownTime(instant, zone), zone)).toBe(instant);
    }
  expect(shownTime("", "UTC")).toBe("");
  expect(shownTime(incompleteTime, "UTC")).toBe("");
});
