import { findRows } from "@/lib/operations/rows/read-record";
import { monitorStatuses } from "@/lib/operations/rules/monitoring/monitor-status-timeline";
import { TimelineEvents } from "@/lib/operations/rules/timeline/timeline";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import type { Filter } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";

const pageSize = 500;
/** One transaction reads and changes at most these numbers of events. */
const mostRead = 2_000;
const mostChanged = 200;

interface History {
  readonly projectId: string;
  readonly monitorId: string;
  /**
   * Id of the event to continue from. If it is absent or not of this monitor, the repair starts at
   * the first event.
   */
  readonly after?: string | undefined;
}

interface RepairedHistory {
  readonly changed: number;
  /** Id of the event to continue from; undefined if the history is done. */
  readonly stoppedAt: string | undefined;
}

/**
 * Sets the end of each monitor event to the start of the next one if it ends later or before its
 * own start. The last event ends at its own start at the earliest. Any other event that ended
 * before the next one keeps its end, because the status in between is unknown.
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
  await new TimelineEvents(transaction, monitorStatuses).setEnd(last, last.startsAt);
  return { changed: changed + 1, stoppedAt: undefined };
}

interface Walk {
  last: Row | undefined;
  read: number;
  changed: number;
}

/** Repairs a page; stops at the limit of changes of one transaction. */
async function repairPage(
  transaction: Transaction,
  page: readonly Row[],
  walk: Walk,
): Promise<void> {
  const events = new TimelineEvents(transaction, monitorStatuses);
  for (const event of page) {
    if (walk.changed >= mostChanged) return;
    if (walk.last && isWrong(walk.last, event)) {
      await events.setEnd(walk.last, event.startsAt);
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

/**
 * Returns true for an event that ends before it starts. It covers no time, yet it ended the
 * previous event.
 */
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
  const [found] = await findRows(writer, monitorStatusTimeline, {
    projects: [projectId],
    filter: { op: "and", filters },
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
  return findRows(writer, monitorStatusTimeline, {
    projects: [projectId],
    filter: { op: "and", filters },
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
