import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Rows of one kind that have to do with a record. */
export interface TimelinePart {
  /** What the entries are called together: "Changes", "Incident Members". */
  readonly title: string;
  readonly resource: Resource;
  readonly rows: readonly Row[];
}

/** One thing that happened. */
export interface TimelineEvent {
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
  readonly resource: Resource;
  readonly row: Row;
}

/** A time in which nothing happened, in milliseconds, and the event after it. */
export interface TimelineRow {
  readonly event: TimelineEvent;
  readonly gapMs: number | undefined;
}

/** Gaps shorter than this say nothing. */
const shortestGapMs = 5 * 60_000;

/**
 * Everything in one order: by time, and where times are equal by kind and id, so that it is always the same. Each
 * with the time that passed between it and the one shown before it, where that is worth a word.
 */
export function mergeTimeline(
  parts: readonly TimelinePart[],
  order: "newest" | "oldest" = "newest",
): readonly TimelineRow[] {
  const events = parts.flatMap(({ resource, rows }) =>
    rows.flatMap((row): TimelineEvent[] => {
      const at = timeOf(resource, row);
      return at === undefined ? [] : [{ key: `${resource.path} ${row._id}`, at, resource, row }];
    }),
  );
  const rising = events.sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || (one.key < other.key ? -1 : 1),
  );
  const shown = order === "oldest" ? rising : rising.toReversed();
  return shown.map((event, place) => {
    const previous = shown[place - 1];
    const gap = previous ? Math.abs(Date.parse(event.at) - Date.parse(previous.at)) : 0;
    return { event, gapMs: gap >= shortestGapMs ? gap : undefined };
  });
}

/** When a row happened: events when they began, entries when they were posted, all else when it was made. */
export function timeOf({ timeField }: Resource, row: Row): string | undefined {
  const time = row.startsAt ?? row.postedAt ?? row[timeField];
  return typeof time === "string" && !Number.isNaN(Date.parse(time)) ? time : undefined;
}
