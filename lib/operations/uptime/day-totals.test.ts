import { expect, it } from "vitest";
import { dayTotals } from "./day-totals";
import { noStatus, ranksOf } from "./status-ranks";

it("counts a status that the project lacks, but does not name it", () => {
  const statuses = { records: [{ _id: "up" }], priorities: new Map([["up", 1]]) };
  const ranks = ranksOf(["gone", "up"], { ...statuses, down: new Set(["gone"]) });
  const periods = {
    startMs: Float64Array.of(0, 10, 20),
    endMs: Float64Array.of(10, 15, 30),
    places: Uint32Array.of(0, 1, 0),
  };
  expect(dayTotals(periods, [0, 10, 20, 30], 30, ranks)).toEqual({
    ...{ knownMs: [10, 5, 10], downMs: [10, 0, 10], worstStatuses: [noStatus, 0, noStatus] },
    downtime: { days: [], statuses: [], lastedMs: [] },
  });
});
