import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toUtcDate } from "./dates";

describe("toUtcDate", () => {
  it.each([
    ["2026-01-31T09:00:00.000Z", "2026-01-31T09:00:00.000Z"],
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31T09:00+02:00", "2026-01-31T07:00:00.000Z"],
    ["2026-01-31T09:00:01.5-0530", "2026-01-31T14:30:01.500Z"],
    ["2026-01-31T09:00:01.123456789Z", "2026-01-31T09:00:01.123Z"],
    ["0001-01-01", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ])("reads %s", (text, expected) => {
    expect(toUtcDate(text)).toBe(expected);
  });

  it.each([
    "",
    "yesterday",
    "2026-02-30",
    "2026-13-01",
    "2026-01-31T24:00:00Z",
    "2026-01-31T09:60Z",
    "0000-01-01",
    "0001-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-01:00",
    "+12026-01-01",
    "2026-01-31T09:00:00+25:00",
    "2026-01-31 09:00",
    "1769850000000",
  ])("refuses %j", (text) => {
    expect(toUtcDate(text)).toBeUndefined();
  });

  it("keeps every instant of its years", () => {
    const from = new Date("0001-01-02T00:00:00Z");
    const to = new Date("9999-12-30T00:00:00Z");
    fc.assert(
      fc.property(fc.date({ min: from, max: to, noInvalidDate: true }), (date) => {
        expect(toUtcDate(date.toISOString())).toBe(date.toISOString());
      }),
    );
  });
});
