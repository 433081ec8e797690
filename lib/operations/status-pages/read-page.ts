import { file } from "@/lib/resources/system/file";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import { earliest, historyDaysIn, later, textIn, textOf } from "./columns";
import { TextBudget } from "./long-texts";
import { pageAnnouncements } from "./page-announcements";
import { levels, publicGroups } from "./page-groups";
import { pageIncidents } from "./page-incidents";
import { pageMonitors } from "./page-monitors";
import { pageUptime, uptimePercent, withTimeZone } from "./page-uptime";
import { publicIncident } from "./public-incident";
import type {
  PageState,
  PublicGroup,
  PublicImage,
  PublicIncident,
  PublicMonitor,
  PublicPage,
} from "./public-page";

/** Reads what visitors may learn of a status page from `publishedPage`. */
export async function readPublicPage(reader: Reader, row: Row, now: Date): Promise<PublicPage> {
  const page = await withTimeZone(reader, row);
  const budget = new TextBudget();
  const monitors = await pageMonitors(reader, page, now);
  const entriesOf = new Map<string, string[]>();
  for (const { _id, monitorId } of monitors.shown) {
    const id = textOf(monitorId);
    entriesOf.set(id, [...(entriesOf.get(id) ?? []), String(_id)]);
  }
  const monitorIds = [...entriesOf.keys()];
  const uptime = await pageUptime(reader, page, monitorIds, now);
  const announced = await pageAnnouncements(reader, page, { entriesOf, budget, now });
  const incidents = await shownIncidents(reader, page, { monitorIds, entriesOf, budget, now });
  const groups = publicGroups(monitors, uptime, budget);
  const { open, past } = incidents;
  const newest = [...open, ...(past ?? [])].map(({ updatedAt }) => updatedAt);
  return {
    ...{ id: String(page._id), slug: textOf(page.slug), createdAt: textOf(page.createdAt) },
    title: textIn(page.pageTitle) ?? textOf(page.name),
    description: budget.take(textOf(page.pageDescription)),
    timeZone: textOf(page.timeZone),
    updatedAt: newest.reduce(later, textOf(page.publishedAt)),
    logo: await logoOf(reader, page),
    state: stateOf(groups, open),
    uptime:
      uptime && page.showOverallUptimePercentOnStatusPage === true
        ? uptimePercent(uptime.total)
        : undefined,
    groups,
    ...{ openIncidents: open, pastIncidents: past },
    historyDays: historyDaysIn(page.showIncidentHistoryInDays),
    hasEarlierIncidents: incidents.hasEarlier,
    ...{ announcements: announced.current, pastAnnouncements: announced.past },
    barColors: uptime?.barColors ?? [],
    changesAt: earliest([monitors.changesAt, incidents.changesAt, announced.changesAt]),
  };
}

interface Facts {
  readonly monitorIds: readonly string[];
  readonly entriesOf: ReadonlyMap<string, readonly string[]>;
  readonly budget: TextBudget;
  readonly now: Date;
}

interface ShownIncidents {
  readonly open: readonly PublicIncident[];
  readonly past: readonly PublicIncident[] | undefined;
  readonly hasEarlier: boolean;
  readonly changesAt: number | undefined;
}

/** Returns the incidents that the page shows; no history if it shows no incidents. */
async function shownIncidents(
  reader: Reader,
  page: Row,
  { monitorIds, entriesOf, budget, now }: Facts,
): Promise<ShownIncidents> {
  if (page.showIncidentsOnStatusPage !== true) {
    return { open: [], past: undefined, hasEarlier: false, changesAt: undefined };
  }
  const projectId = String(page.projectId);
  const historyDays = historyDaysIn(page.showIncidentHistoryInDays);
  const read = await pageIncidents(reader, { projectId, monitorIds, historyDays, now });
  const shared = { read, budget, entriesOf, now: now.toISOString() };
  const shown = (row: Row) => publicIncident(row, shared);
  const { open, past, hasEarlier, changesAt } = read;
  return { open: open.map(shown), past: past.map(shown), hasEarlier, changesAt };
}

/** The largest image that a page shows, in bytes. */
const largestImage = 500_000;
/** Without SVG, which can hold scripts. */
const images = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

async function logoOf(reader: Reader, page: Row): Promise<PublicImage | undefined> {
  const [fileId] = [page.logoFileId ?? []].flat();
  if (typeof fileId !== "string") return undefined;
  const [found] = await reader.find(file, {
    ...{ projects: [String(page.projectId)], columns: ["_id", "type", "size"], limit: 1 },
    filter: { op: "eq", column: "_id", value: fileId },
  });
  if (!found || !images.has(textOf(found.type)) || Number(found.size) > largestImage)
    return undefined;
  return { fileId, type: textOf(found.type) };
}

/** Returns the state of the page in words: of the worst monitors, then of open incidents. */
function stateOf(groups: readonly PublicGroup[], open: readonly PublicIncident[]): PageState {
  const shown = groups.flatMap(({ monitors }) => monitors).filter(({ status }) => status);
  const at = (level: string) => shown.filter(({ status }) => status?.level === level);
  const level = levels.findLast((one) => at(one).length > 0) ?? "operational";
  const affected = at(level);
  const isTotal = level === "down" && affected.length === shown.length;
  if (level === "operational") {
    if (open.length > 0) return { level: "degraded", text: underWay(open.length), isTotal };
    const text = shown.length > 0 ? "All systems operational" : "No incidents reported";
    return { level, text, isTotal };
  }
  const text = `${subjectOf(affected, isTotal)} ${level === "down" ? "down" : "degraded"}`;
  return { level, text, isTotal };
}

/** Most monitors that the state names. */
const mostNamed = 3;

function subjectOf(affected: readonly PublicMonitor[], isTotal: boolean): string {
  if (affected.length === 1) return `${affected[0]?.name} is`;
  if (isTotal) return "All systems are";
  if (affected.length > mostNamed) return `${affected.length} systems are`;
  return `${names.format(affected.map(({ name }) => name))} are`;
}

const names = new Intl.ListFormat("en", { type: "conjunction" });

function underWay(count: number): string {
  return count === 1 ? "An incident is under way" : `${count} incidents are under way`;
}
