import { everyColumn } from "@/lib/operations/rows/read-record";
import { monitorStatuses } from "@/lib/operations/rules/monitoring/monitor-status-timeline";
import { setEnd } from "@/lib/operations/rules/timeline/timeline";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import type { Filter } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";

const pageSize = 500;
/** One write reads and changes no more events than this. */
const mostRead = 2_000;
const mostChanged = 200;

interface History {
  readonly projectId: string;
  readonly monitorId: string;
  /** The id of the event to go on from; absent, or no event of this monitor: from the first one. */
  readonly after?: string | undefined;
}

interface RepairedHistory {
  readonly changed: number;
  /** The id of the event to go on from, where there are more than one write may read or change. */
  readonly stoppedAt: string | undefined;
}

/**
 * Ends each event of a monitor where the next one starts, if it lasts longer or ends before its own start; the last one
 * ends at its own start at the earliest. Any other event that ended before the next one keeps its end: nobody knows what
 * held afterwards.
 */
export async function repairHistory(
  transaction: Transaction,
  history: History,
): Promise<RepairedHistory> {
  const walk: Walk = { last: await eventNamed(transaction, history), read: 0, changed: 0 };
  let isAtEnd = false;
  while (!isAtEnd && walk.read < mostRead && walk.changed < mostChanged) {
    const page = await eventsAfter(transaction, history, walk.last);
    await repairPage(transaction, page, walk);
    isAtEnd = page.length < pageSize && walk.last?._id === (page.at(-1) ?? walk.last)?._id;
  }
  const { last, changed } = walk;
  if (!isAtEnd) return { changed, stoppedAt: String(last?._id) };
  if (!last || !endsBeforeStart(last)) return { changed, stoppedAt: undefined };
  await setEnd(transaction, monitorStatuses, last, last.startsAt);
  return { changed: changed + 1, stoppedAt: undefined };
}

interface Walk {
  last: Row | undefined;
  read: number;
  changed: number;
}

/** Ends early where one write may change no more. */
async function repairPage(
  transaction: Transaction,
  page: readonly Row[],
  walk: Walk,
): Promise<void> {
  for (const event of page) {
    if (walk.changed >= mostChanged) return;
    if (walk.last && isWrong(walk.last, event)) {
      await setEnd(transaction, monitorStatuses, walk.last, event.startsAt);
      walk.changed += 1;
    }
    walk.last = event;
    walk.read += 1;
  }
}

function isWrong(event: Row, next: Row): boolean {
  const { endsAt = null } = event;
  return endsAt === null || String(endsAt) > String(next.startsAt) || endsBeforeStart(event);
}

/** True for an event that ends before it starts: no time at all, and the one before it ended for nothing. */
export function endsBeforeStart({ startsAt, endsAt }: Row): boolean {
  return typeof startsAt === "string" && typeof endsAt === "string" && endsAt < startsAt;
}

async function eventNamed(
  { writer }: Transaction,
  { projectId, monitorId, after }: History,
): Promise<Row | undefined> {
  if (after === undefined) return undefined;
  const filters: Filter[] = [
    { op: "eq", column: "_id", value: after },
    { op: "eq", column: "monitorId", value: monitorId },
    { op: "notNull", column: "startsAt" },
  ];
  const [found] = await writer.find(monitorStatusTimeline, {
    projects: [projectId],
    filter: { op: "and", filters },
    columns: everyColumn(monitorStatusTimeline),
    limit: 1,
  });
  return found;
}

function eventsAfter(
  { writer }: Transaction,
  { projectId, monitorId }: History,
  last: Row | undefined,
): Promise<Row[]> {
  const filters: Filter[] = [
    { op: "eq", column: "monitorId", value: monitorId },
    { op: "notNull", column: "startsAt" },
  ];
  return writer.find(monitorStatusTimeline, {
    projects: [projectId],
    filter: { op: "and", filters },
    columns: everyColumn(monitorStatusTimeline),
    sort: [
      { column: "startsAt", direction: "asc" },
      { column: "createdAt", direction: "asc" },
    ],
    limit: pageSize,
    ...(last && {
      after: { values: [String(last.startsAt), String(last.createdAt)], id: String(last._id) },
    }),
  });
}
