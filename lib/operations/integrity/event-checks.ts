import type { Timeline } from "@/lib/operations/rules/timeline/timeline";
import { timelineOf } from "@/lib/operations/rules/timeline/timeline-of";
import { resources } from "@/lib/resources";
import type { Row } from "@/lib/schema/row";
import type { Check, Inspection } from "./inspection";
import { endsBeforeStart } from "./repair-history";
import { TimeLimitExceeded } from "./time-limit";

/** Timelines whose events must not overlap. */
export const timelines: readonly Timeline[] = [...resources.values()]
  .filter(({ sets }) => sets !== undefined)
  .map(timelineOf);

const ownersAtOnce = 50;
/** Maximum number of events held at a time. */
const mostRead = 10_000;

type EventKind = "overlappingEvents" | "gappedEvents";

/** Finds the events of a timeline that are wrong in one way. */
export function eventCheck(inspection: Inspection, timeline: Timeline, kind: EventKind): Check[] {
  const { events, ownerColumn } = timeline;
  const { column, affected } = eventKinds[kind];
  if (!inspection.mayRead(events)) return [];
  const search = async function* () {
    for await (const rows of histories(inspection, timeline)) yield affected(rows, ownerColumn);
  };
  return [{ kind, column, resource: events, search }];
}

const eventKinds: Readonly<Record<EventKind, EventKindParts>> = {
  overlappingEvents: { column: "startsAt", affected: overlapping },
  gappedEvents: { column: "endsAt", affected: beforeGaps },
};

interface EventKindParts extends Pick<Check, "column"> {
  readonly affected: (rows: readonly Row[], ownerColumn: string) => string[];
}

async function* histories(
  inspection: Inspection,
  timeline: Timeline,
): AsyncGenerator<readonly Row[]> {
  const { events, ownerColumn } = timeline;
  for await (const owners of inspection.distinctIds(events, ownerColumn, ownersAtOnce)) {
    yield* eventsOf(inspection, timeline, owners);
  }
}

/**
 * Reads the events of these owners, all together or, if there are too many, owner by owner. Throws
 * `TimeLimitExceeded` if one owner has too many.
 */
async function* eventsOf(
  inspection: Inspection,
  { events, ownerColumn }: Timeline,
  owners: readonly string[],
): AsyncGenerator<readonly Row[]> {
  const read = (values: readonly string[]) => {
    const filter = { op: "in", column: ownerColumn, values } as const;
    return inspection.find(events, filter, [ownerColumn, "startsAt", "endsAt"], mostRead + 1);
  };
  const together = await read(owners);
  if (together.length <= mostRead) return yield together;
  for (const owner of owners) {
    await inspection.yieldNow();
    const rows = await read([owner]);
    if (rows.length > mostRead) throw new TimeLimitExceeded();
    yield rows;
  }
}

function text(row: Row, column: string): string {
  return String(row[column] ?? "");
}

/** Returns the events by owner, then by start. One that covers no time precedes its equals. */
function inOrder(rows: readonly Row[], ownerColumn: string): Row[] {
  return rows
    .filter((row) => row.startsAt !== null)
    .sort(
      (one, other) =>
        compare(text(one, ownerColumn), text(other, ownerColumn)) ||
        compare(text(one, "startsAt"), text(other, "startsAt")) ||
        compare(endOf(one), endOf(other)),
    );
}

function beforeGaps(rows: readonly Row[], ownerColumn: string): string[] {
  const found: string[] = [];
  // The event of this owner with the latest end so far.
  let latest: Row | undefined;
  for (const event of inOrder(rows, ownerColumn)) {
    if (latest?.[ownerColumn] !== event[ownerColumn]) latest = undefined;
    const end = endOf(latest);
    if (latest && end < text(event, "startsAt")) found.push(String(latest._id));
    if (endsBeforeStart(event)) found.push(String(event._id));
    if (!latest || endOf(event) > end) latest = event;
  }
  return found;
}

function overlapping(rows: readonly Row[], ownerColumn: string): string[] {
  const found: string[] = [];
  let longest: Row | undefined;
  for (const event of inOrder(rows, ownerColumn)) {
    if (longest?.[ownerColumn] !== event[ownerColumn]) longest = undefined;
    // Events that were over at once overlap nothing (two steps at one instant).
    if (event.startsAt === event.endsAt) continue;
    const end = endOf(longest);
    if (longest && end > text(event, "startsAt"))
      found.push(String(longest._id), String(event._id));
    if (!longest || endOf(event) > end) longest = event;
  }
  return found;
}

/** Returns the end of an event. An event without an end lasts indefinitely. */
function endOf(event: Row | undefined): string {
  return typeof event?.endsAt === "string" ? event.endsAt : "9999";
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
