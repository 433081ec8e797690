import { expect, test } from "vitest";
import { recordTimes } from "./record-times";

const began = "2030-01-01T09:00:00.000Z";
const minute = 60_000;

test("the times are those of the milestones, whatever the current state and the entries are", () => {
  const milestones = {
    acknowledgedAt: "2030-01-01T09:05:00.000Z",
    resolvedAt: "2030-01-01T10:00:00.000Z",
    // Closed three days after it was resolved.
    state: { _id: "closed", since: "2030-01-04T10:00:00.000Z" },
  };
  expect(recordTimes(began, milestones)).toEqual({
    ...{ acknowledgedAfterMs: 5 * minute, resolvedAfterMs: 60 * minute },
  });
});

test("a milestone that is missing or unreadable has no time", () => {
  const none = { acknowledgedAfterMs: undefined, resolvedAfterMs: undefined };
  expect(recordTimes(began, { acknowledgedAt: null, resolvedAt: null })).toEqual(none);
  expect(recordTimes(began, undefined)).toEqual(none);
});
