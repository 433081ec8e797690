import { dayOf } from "@/lib/client/device/times";
import type { StoryEntry } from "@/lib/contract/records/story";
import { entryTexts } from "./entry-texts";

/** An entry with what its place among the others adds. */
export interface TimelineRow {
  readonly entry: StoryEntry;
  readonly isNewDay: boolean;
  readonly gapMs: number | undefined;
  readonly lastedMs: number | undefined;
}

/** Shorter gaps are not shown. */
const shortestGapMs = 5 * 60_000;

/**
 * Returns the rows of a timeline in the order of the entries: the first of each day, the time to the
 * entry before within a day, and how long each state held, until `now` for the last one.
 */
export function timelineRows(
  entries: readonly StoryEntry[],
  zone: string,
  now: number,
): readonly TimelineRow[] {
  const lasted = durations(entries, now);
  let before: { readonly day: string; readonly time: number } | undefined;
  return entries.map((entry) => {
    const time = Date.parse(entry.at);
    const day = dayOf(entry.at, zone);
    const isNewDay = day !== before?.day;
    const gap = before && !isNewDay ? Math.abs(time - before.time) : 0;
    before = { day, time };
    return {
      ...{ entry, isNewDay, lastedMs: lasted.get(entry.id) },
      gapMs: gap >= shortestGapMs ? gap : undefined,
    };
  });
}

/** Pixels of an entry of one line, its day, its gap, a line of text, and a changed value. */
const [lineHeight, dayHeight, gapHeight, textHeight, changeHeight] = [32, 38, 26, 22, 26];
/** Pixels above a text. */
const textGap = 6;
/** Characters on a line of text. */
const lineLength = 75;

/** Returns about how high a row is, in pixels. */
export function estimatedHeight({ entry, isNewDay, gapMs }: TimelineRow): number {
  const texts = entryTexts(entry);
  const lines = texts
    .flatMap((text) => text.split("\n"))
    .reduce((sum, line) => sum + Math.ceil(line.length / lineLength), 0);
  return (
    lineHeight +
    (isNewDay ? dayHeight : 0) +
    (gapMs === undefined ? 0 : gapHeight) +
    texts.length * textGap +
    lines * textHeight +
    (entry.changes?.length ?? 0) * changeHeight
  );
}

/** A state holds until the next one begins, in whatever order the entries are. */
function durations(entries: readonly StoryEntry[], now: number): ReadonlyMap<string, number> {
  const rising = entries
    .filter(({ kind }) => kind === "state")
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return new Map(
    rising.map(({ id, at, data }, place) => {
      const next =
        rising[place + 1]?.at ?? (typeof data.endsAt === "string" ? data.endsAt : undefined);
      const end = next === undefined ? now : Date.parse(next);
      return [id, Math.max(0, end - Date.parse(at))];
    }),
  );
}
