import { statusPage } from "@/lib/resources/status-pages/status-page";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";

/**
 * Returns the published status page of a slug with the columns that visitors may learn from;
 * undefined if there is none. Takes the same query for a page that is not published as for none.
 */
export async function publishedPage(
  reader: Reader,
  slug: string,
  now: Date,
): Promise<Row | undefined> {
  if (!slugShape.test(slug)) return undefined;
  const filters = [
    { op: "eq", column: "slug", value: slug } as const,
    { op: "lte", column: "publishedAt", value: now.toISOString() } as const,
  ];
  const filter = { op: "and", filters } as const;
  const [page] = await reader.find(statusPage, {
    projects: "all",
    filter,
    columns: pageColumns,
    limit: 1,
  });
  return page;
}

/** Returns true if anybody may see a published page. Any other page asks for a password. */
export function isPublic(page: Row): boolean {
  return page.isPublicStatusPage === true;
}

/** At most as long as a slug; no control characters, which no database finds. */
const slugShape = /^[^\p{Cc}\p{Cs}/]{1,255}$/u;

/** The columns of a page that its making and the check of its visitors need. */
export const pageColumns: readonly string[] = [
  ...["_id", "projectId", "slug", "name", "pageTitle", "pageDescription", "createdAt"],
  ...["publishedAt", "isPublicStatusPage", "requireSsoForLogin", "logoFileId", "timeZone"],
  ...["showIncidentsOnStatusPage", "showIncidentHistoryInDays", "showAnnouncementsOnStatusPage"],
  ...["showAnnouncementHistoryInDays", "showOverallUptimePercentOnStatusPage"],
  ...["defaultBarColor", "downtimeMonitorStatuses"],
];
