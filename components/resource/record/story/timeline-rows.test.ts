import { expect, test } from "vitest";
import type { StoryEntry } from "@/lib/contract/records/story";
import { timelineRows } from "./timeline-rows";

const now = Date.parse("2026-01-02T00:30:00.000Z");

function entry(id: string, at: string, kind: StoryEntry["kind"] = "note"): StoryEntry {
  return {
    ...{ id, at: `2026-01-${at}:00.000Z`, kind, verb: "entered", actor: null, data: {} },
    subject: { resource: "incident-state-timeline", _id: id },
  };
}

const newestFirst = [
  entry("e", "02T00:10", "state"),
  entry("d", "01T23:50"),
  entry("c", "01T23:48"),
  entry("b", "01T23:30", "state"),
];

test("a day is named once, at the first entry shown of it, in the zone of the page", () => {
  const days = (zone: string) =>
    timelineRows(newestFirst, zone, now).filter(({ isNewDay }) => isNewDay);
  expect(days("UTC").map((row) => row.entry.id)).toEqual(["e", "d"]);
  expect(days("Europe/Berlin").map((row) => row.entry.id)).toEqual(["e"]);
});

test("gaps of five minutes or more within a day are told", () => {
  const gaps = timelineRows(newestFirst, "UTC", now).map(({ gapMs }) => gapMs);
  expect(gaps).toEqual([undefined, undefined, undefined, 18 * 60_000]);
});

test("a state holds until the next one begins, the last until now, in either order", () => {
  const lasted = (entries: readonly StoryEntry[]) =>
    Object.fromEntries(
      timelineRows(entries, "UTC", now).map(({ entry: { id }, lastedMs }) => [id, lastedMs]),
    );
  const expected = { e: 20 * 60_000, b: 40 * 60_000 };
  expect(lasted(newestFirst)).toMatchObject(expected);
  expect(lasted(newestFirst.toReversed())).toMatchObject(expected);
});
