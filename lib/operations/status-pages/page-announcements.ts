import { statusPageAnnouncement } from "@/lib/resources/status-pages/status-page-announcement";
import type { Filter } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";
import type { Find, Reader } from "@/lib/store/port/store";
import { historyDaysIn, idsOf, textIn, textOf } from "./columns";
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
  if (page.showAnnouncementsOnStatusPage !== true) return none;
  const at = now.toISOString();
  const days = historyDaysIn(page.showAnnouncementHistoryInDays);
  const from = new Date(now.getTime() - days * dayMs).toISOString();
  const [begins, ends] = ["showAnnouncementAt", "endAnnouncementAt"] as const;
  const read = async (
    filters: readonly Filter[],
    order: Order = newestFirst,
    limit = mostAnnouncements,
  ) =>
    await findBounded(reader, statusPageAnnouncement, {
      ...{ projects: [String(page.projectId)], columns, sort: order, limit },
      filter: { op: "and", filters: [ofPage(page), ...filters] },
    });
  const begun = { op: "lte", column: begins, value: at } as const;
  const current = await read([begun, { op: "gt", column: ends, value: at, orNull: true }]);
  const past = await read([begun, { op: "between", column: ends, from, to: at }]);
  const next = await read([{ op: "gt", column: begins, value: at }], soonestFirst, 1);
  const shown = (row: Row) => publicAnnouncement(row, { entriesOf, budget });
  const edges = [
    ...current.map((row) => textOf(row.endAnnouncementAt)),
    ...next.map((row) => textOf(row.showAnnouncementAt)),
  ].filter((edge) => edge !== "");
  const edge = edges.sort()[0];
  return {
    ...{ current: current.map(shown), past: past.map(shown) },
    changesAt: edge === undefined ? undefined : Date.parse(edge),
  };
}

function ofPage({ _id }: Row): Filter {
  return { op: "hasAny", column: "statusPages", values: [String(_id)] };
}

type Order = NonNullable<Find["sort"]>;
const newestFirst: Order = [
  { column: "showAnnouncementAt", direction: "desc" },
  { column: "_id", direction: "desc" },
];
const soonestFirst: Order = [{ column: "showAnnouncementAt", direction: "asc" }];

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
