import { expect, test } from "vitest";
import { incompleteTime } from "@/components/fields/form-values";
import { shownTime, typedTime } from "./typed-time";

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

test.each(["9 Aug", "01", "9 Aug 2026, 14:0", "31 Jun 2026", "9 Xyz 2026", "2026-02-30", "25:00"])(
  "%s is incomplete",
  (text) => {
    expect(typedTime(text, "UTC")).toBe(incompleteTime);
  },
);

test("a shown time is read back as the same second", () => {
  for (const zone of ["UTC", "Europe/Berlin", "Asia/Kathmandu"])
    for (let month = 1; month <= 12; month += 1) {
      const instant = new Date(Date.UTC(2026, month - 1, month * 2, 3, month, 9)).toISOString();
      expect(typedTime(shownTime(instant, zone), zone)).toBe(instant);
    }
  expect(shownTime("", "UTC")).toBe("");
  expect(shownTime(incompleteTime, "UTC")).toBe("");
});
