import { expect, test } from "vitest";
import { recordTimes } from "./record-times";

const began = "2030-01-01T09:00:00.000Z";

test("the time to acknowledge is that of the milestone, however many entries follow", () => {
  expect(recordTimes(began, { acknowledgedAt: "2030-01-01T09:05:00.000Z" })).toEqual({
    acknowledgedAfterMs: 5 * 60_000,
  });
  expect(recordTimes(began, { acknowledgedAt: null }).acknowledgedAfterMs).toBeUndefined();
  expect(recordTimes(began, undefined).acknowledgedAfterMs).toBeUndefined();
});
