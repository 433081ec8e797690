import { statusPageAnnouncement } from "@/lib/resources/status-pages/status-page-announcement";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import { idsOf, textIn, textOf } from "./columns";
import { findBounded, type TextBudget } from "./long-texts";
import type { PublicAnnouncement } from "./public-page";

const mostAnnouncements = 100;
const dayMs = 24 * 60 * 60 * 1000;

/** The announcements of a page. */
interface Announcements {
  readonly current: readonly PublicAnnouncement[];
  readonly past: readonly PublicAnnouncement[];
  /** When one begins or ends next, in milliseconds since 1970. */
  readonly changesAt: number | undefined;
}

/** Reads the announcements that a page shows now, and those that ended within its history. */
export async function pageAnnouncements(
  reader: Reader,
  page: Row,
  { entriesOf, budget, now }: Shared,
): Promise<Announcements> {
  if (page.showAnnouncementsOnStatusPage === false) return none;
  const rows = await findBounded(reader, statusPageAnnouncement, {
    ...{ projects: [String(page.projectId)], columns, limit: mostAnnouncements },
    filter: { op: "hasAny", column: "statusPages", values: [String(page._id)] },
  });
  const at = now.toISOString();
  const begun = rows.filter((row) => textOf(row.showAnnouncementAt) <= at);
  const isOver = ({ endAnnouncementAt = null }: Row) =>
    endAnnouncementAt !== null && textOf(endAnnouncementAt) <= at;
  const days = Number(page.showAnnouncementHistoryInDays ?? 0);
  const from = new Date(now.getTime() - days * dayMs).toISOString();
  const isRecent = ({ endAnnouncementAt }: Row) => textOf(endAnnouncementAt) >= from;
  const shown = (row: Row) => publicAnnouncement(row, { entriesOf, budget });
  const edges = rows
    .flatMap((row) => [textOf(row.showAnnouncementAt), textOf(row.endAnnouncementAt)])
    .filter((edge) => edge > at)
    .sort();
  return {
    current: begun.filter((row) => !isOver(row)).map(shown),
    past: begun.filter((row) => isOver(row) && isRecent(row)).map(shown),
    changesAt: edges[0] === undefined ? undefined : Date.parse(edges[0]),
  };
}

interface Shared {
  /** Ids of the page's own entries by the id of the monitor that they show. */
  readonly entriesOf: ReadonlyMap<string, readonly string[]>;
  readonly budget: TextBudget;
  readonly now: Date;
}

const none: Announcements = { current: [], past: [], changesAt: undefined };

const columns = [
  ...["_id", "title", "description", "showAnnouncementAt", "endAnnouncementAt", "monitors"],
];

function publicAnnouncement(
  row: Row,
  { entriesOf, budget }: Omit<Shared, "now">,
): PublicAnnouncement {
  return {
    id: String(row._id),
    title: budget.take(textOf(row.title)),
    description: budget.take(textOf(row.description)),
    from: textOf(row.showAnnouncementAt),
    until: textIn(row.endAnnouncementAt),
    monitorIds: idsOf(row.monitors).flatMap((id) => entriesOf.get(id) ?? []),
  };
}
