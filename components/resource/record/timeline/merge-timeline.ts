import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Rows of one kind that belong to a timeline. */
export interface TimelinePart {
  /** Title of the entries: "Changes", "Incident Members". */
  readonly title: string;
  readonly resource: Resource;
  readonly rows: readonly Row[];
}

/** One entry of a timeline. */
export interface TimelineEvent {
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
  readonly resource: Resource;
  readonly row: Row;
}

/** An event, and the gap before it in milliseconds. */
export interface TimelineRow {
  readonly event: TimelineEvent;
  readonly gapMs: number | undefined;
}

/** Shorter gaps are not shown. */
const shortestGapMs = 5 * 60_000;

/**
 * Merges all events in one order: by time, then by kind and id, so that the order is stable. Each
 * has the gap to the one shown before it, if that is long enough.
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

/**
 * Returns the time of a row: events at their start, entries at their post, others at their
 * creation.
 */
export function timeOf({ timeField }: Resource, row: Row): string | undefined {
  const time = row.startsAt ?? row.postedAt ?? row[timeField];
  return typeof time === "string" && !Number.isNaN(Date.parse(time)) ? time : undefined;
}
