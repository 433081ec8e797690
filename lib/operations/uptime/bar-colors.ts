import type { Uptime } from "@/lib/contract/summary";
import { AppError } from "@/lib/errors";
import { mayRead } from "@/lib/operations/summary/open-records";
import type { Context } from "@/lib/operations/transaction/context";
import { statusPage } from "@/lib/resources/status-pages/status-page";
import { statusPageHistoryChartBarColorRule } from "@/lib/resources/status-pages/status-page-history-chart-bar-color-rule";
import type { Filter } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { mostRules } from "@/lib/schema/uptime/uptime-limits";
import { isTimeZone } from "@/lib/schema/values/time-zone";
import type { Reader } from "@/lib/store/port/store";

/** The settings of a status page for uptime. */
export interface PageSettings extends Pick<Uptime, "statusPage" | "rules" | "defaultBarColor"> {
  readonly downtimeStatusIds: readonly string[];
  /** Absent: the page names none. */
  readonly timeZone?: string;
}

const none: PageSettings = {
  ...{ statusPage: null, rules: [], defaultBarColor: null },
  downtimeStatusIds: [],
};

/**
 * Returns the settings of a status page, by default of the oldest one of the project; those of no
 * page if the caller may read none. Throws 404 for an id that the caller cannot read.
 */
export async function pageSettings(
  context: Context,
  projectId: string,
  pageId: string | undefined,
): Promise<PageSettings> {
  const page = await pageOf(context, projectId, pageId);
  if (!page) return none;
  const zone = page.timeZone;
  const down = page.downtimeMonitorStatuses;
  return {
    statusPage: { _id: String(page._id), label: String(page.name ?? "") },
    rules: await rulesOfPage(context, projectId, String(page._id)),
    defaultBarColor: colorOf(page.defaultBarColor),
    downtimeStatusIds: Array.isArray(down) ? down.map(String) : [],
    ...(typeof zone === "string" && isTimeZone(zone) && { timeZone: zone }),
  };
}

async function pageOf(
  context: Context,
  projectId: string,
  pageId: string | undefined,
): Promise<Row | undefined> {
  const byId: Filter | undefined =
    pageId === undefined ? undefined : { op: "eq", column: "_id", value: pageId };
  const [page] = mayRead(context, statusPage, projectId)
    ? await context.store.reader.find(statusPage, {
        ...{ projects: [projectId], limit: 1, ...(byId && { filter: byId }) },
        sort: [{ column: "createdAt", direction: "asc" }],
      })
    : [];
  if (pageId === undefined || page) return page;
  throw new AppError("not_found", `There is no Status Page with the id ${pageId} in this project.`);
}

async function rulesOfPage(
  context: Context,
  projectId: string,
  pageId: string,
): Promise<Uptime["rules"]> {
  if (!mayRead(context, statusPageHistoryChartBarColorRule, projectId)) return [];
  return await barRules(context.store.reader, projectId, pageId);
}

/** Returns the color rules of a status page in their order, the first `mostRules`. */
export async function barRules(
  reader: Pick<Reader, "find">,
  projectId: string,
  pageId: string,
): Promise<Uptime["rules"]> {
  const rules = await reader.find(statusPageHistoryChartBarColorRule, {
    projects: [projectId],
    filter: { op: "eq", column: "statusPageId", value: pageId },
    sort: [{ column: "order", direction: "asc" }],
    limit: mostRules,
  });
  return rules.map((rule) => ({
    atLeast: Number(rule.uptimePercentGreaterThanOrEqualTo ?? 0),
    color: colorOf(rule.barColor),
  }));
}

function colorOf(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
