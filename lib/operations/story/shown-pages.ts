import type { StoryGlance } from "@/lib/contract/records/story";
import { statusPage } from "@/lib/resources/status-pages/status-page";
import { columnsIn, filledAddress } from "@/lib/schema/record/filled-address";
import type { Row } from "@/lib/schema/row";
import { joined } from "./story-joins";
import { all, type StoryRecord, visibleIn } from "./story-record";

type ShownPage = NonNullable<StoryGlance["statusPages"]>[number];

/**
 * Returns the status pages that list the monitors of a record, with their addresses and the reasons
 * why visitors do not see the record there. Null without permission to read them, and for kinds that
 * no status page shows.
 */
export async function statusPagesOf(of: StoryRecord): Promise<StoryGlance["statusPages"]> {
  const { shownToVisitors } = of.lifecycle;
  const { publication } = statusPage;
  const visibility = visibleIn(of, statusPage);
  if (!visibility || !shownToVisitors || !publication) return null;
  const pages = await joined(of, "status-page-resource", "status-page");
  if (!pages) return null;
  if (pages.length === 0) return [];
  const { address, since } = publication;
  const rows = await of.context.store.reader.find(visibility.resource, {
    ...{ projects: visibility.projects },
    columns: ["_id", since, shownToVisitors.page, ...columnsIn(address)],
    filter: all(visibility.filter, {
      op: "in",
      column: "_id",
      values: pages.map(({ _id }) => _id),
    }),
  });
  const byId = new Map(rows.map((row) => [String(row._id), row]));
  const now = of.context.now().toISOString();
  const isHidden = of.row[shownToVisitors.record] !== true;
  const { began } = of.lifecycle;
  const isLater = began !== undefined && String(of.row[began] ?? "") > now;
  return pages.map((page): ShownPage => {
    const row: Row = byId.get(page._id) ?? {};
    const publishedAt = row[since];
    const isPublished = typeof publishedAt === "string" && publishedAt <= now;
    return {
      ...page,
      address: isPublished ? filledAddress(address, row) : null,
      hiddenBy: [
        ...(isHidden ? (["record"] as const) : []),
        ...(isLater ? (["declaration"] as const) : []),
        ...(row[shownToVisitors.page] === true ? [] : (["page"] as const)),
        ...(isPublished ? [] : (["publication"] as const)),
      ],
    };
  });
}
