import { expect, test } from "vitest";
import { incidentMember } from "@/lib/resources/incidents/incident-member";
import { incidentStateTimeline } from "@/lib/resources/incidents/incident-state-timeline";
import { mergeTimeline, type TimelinePart } from "./merge-timeline";

const parts: readonly TimelinePart[] = [
  {
    title: "States",
    resource: incidentStateTimeline,
    rows: [
      { _id: "2", startsAt: "2026-01-01T10:20:00.000Z", createdAt: "2026-01-01T12:00:00.000Z" },
      { _id: "1", startsAt: "2026-01-01T10:00:00.000Z", createdAt: "2026-01-01T12:00:00.000Z" },
    ],
  },
  {
    title: "Members",
    resource: incidentMember,
    rows: [
      { _id: "3", createdAt: "2026-01-01T10:20:00.000Z" },
      { _id: "4", createdAt: "2026-01-01T10:24:59.000Z" },
      { _id: "5", createdAt: null },
    ],
  },
];

test("all kinds come in the order of their own times, with the gaps between them", () => {
  const shown = mergeTimeline(parts, "oldest").map(({ event, gapMs }) => [event.row._id, gapMs]);
  expect(shown).toEqual([
    ["1", undefined],
    ["3", 20 * 60_000],
    ["2", undefined],
    ["4", undefined],
  ]);
});

test("reversed, the timeline has the same entries in the opposite order", () => {
  const ids = (order: "newest" | "oldest") =>
    mergeTimeline(parts, order).map(({ event }) => event.row._id);
  expect(ids("newest")).toEqual(ids("oldest").toReversed());
  expect(mergeTimeline(parts).map(({ gapMs }) => gapMs)).toEqual([
    ...[undefined, undefined, undefined, 20 * 60_000],
  ]);
});
