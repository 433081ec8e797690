import { isAppError } from "@/lib/errors";
import { totalOfDay } from "@/lib/operations/uptime/day-totals";
import { type MonitorUptime, uptimeOf } from "@/lib/operations/uptime/uptime";
import { statusPageHistoryChartBarColorRule } from "@/lib/resources/status-pages/status-page-history-chart-bar-color-rule";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { hasUptimeOf, type UptimeTotal, uptimeText } from "@/lib/schema/uptime/uptime-percent";
import { timeZoneIn } from "@/lib/schema/values/time-zone";
import type { Reader } from "@/lib/store/port/store";
import { idsOf, textIn } from "./columns";
import type { PublicDay } from "./public-page";

/** Days of the bars. */
export const barDays = 90;
const mostRules = 20;
/** Colors of days without known times, and of days for which the page has no rule. */
const unknownColor = "#a3a8b0";
const plainColor = "#2ab57d";

/** The uptime of a page's monitors in its time zone. */
export interface PageUptime {
  readonly total: UptimeTotal;
  readonly ofMonitor: ReadonlyMap<string, MonitorUptime>;
  readonly dates: readonly string[];
  /** The colors of bars: for no known time, for no rule that is met, then those of the rules. */
  readonly barColors: readonly string[];
  /** The lowest uptime of each rule, in percent, in the order in which they are tried. */
  readonly thresholds: readonly number[];
}

/**
 * Computes the uptime of the last 90 days. Undefined if the events of the monitors are too many to
 * be read in time: the page is then shown without it.
 */
export async function pageUptime(
  reader: Reader,
  page: Row,
  monitorIds: readonly string[],
  now: Date,
): Promise<PageUptime | undefined> {
  const projectId = String(page.projectId);
  const rules = await reader.find(statusPageHistoryChartBarColorRule, {
    ...{ projects: [projectId], limit: mostRules },
    filter: { op: "eq", column: "statusPageId", value: String(page._id) },
    sort: [{ column: "order", direction: "asc" }],
  });
  try {
    const { days, monitors, knownMs, downMs } = await uptimeOf(reader, {
      ...{ projectId, monitorIds, days: barDays, timeZone: timeZoneOf(page), now },
      downtimeStatusIds: idsOf(page.downtimeMonitorStatuses),
    });
    const ofRules = rules.map(({ barColor }) => textIn(barColor) ?? plainColor);
    return {
      total: { knownMs, downMs },
      ofMonitor: new Map(monitors.map((one) => [one.monitorId, one])),
      dates: days,
      barColors: [unknownColor, textIn(page.defaultBarColor) ?? plainColor, ...ofRules],
      thresholds: rules.map((rule) => Number(rule.uptimePercentGreaterThanOrEqualTo ?? 0)),
    };
  } catch (error) {
    if (isAppError(error) && error.code === "query_too_expensive") return undefined;
    throw error;
  }
}

/** The time zone in which a page divides days. */
export function timeZoneOf({ timeZone }: Row): string {
  return timeZoneIn(timeZone);
}

/** Returns the days of a monitor with the color of the first rule that each day meets. */
export function publicDays(
  { dates, thresholds }: PageUptime,
  { days }: MonitorUptime,
): PublicDay[] {
  return dates.map((date, place) => {
    const day = totalOfDay(days, place);
    return {
      date,
      uptime: uptimeText(day) ?? undefined,
      downSeconds: Math.round(day.downMs / 1_000),
      color: colorOf(day, thresholds),
    };
  });
}

/** Returns the place of the color of a day in `barColors`. */
function colorOf(day: UptimeTotal, thresholds: readonly number[]): number {
  if (day.knownMs <= 0) return 0;
  const rule = thresholds.findIndex((least) => hasUptimeOf(day, least));
  return rule < 0 ? 1 : rule + 2;
}

/**
 * Returns the uptime in percent, rounded down to the decimals of a setting such as "99.9% (One
 * Decimal)", two if there is none. It is "100" only without any downtime.
 */
export function uptimePercent(total: UptimeTotal, precision: JsonValue = null): string | undefined {
  const text = uptimeText(total);
  const sample = /^99(?:\.(9+))?%/.exec(String(precision ?? ""));
  if (text === null || text === "100" || !sample) return text ?? undefined;
  const decimals = sample[1]?.length ?? 0;
  const parts = 10 ** decimals;
  const share = (total.knownMs - total.downMs) / total.knownMs;
  return (Math.floor(share * 100 * parts) / parts).toFixed(decimals);
}

/** Returns the sum of times. */
export function sumOfTotals(totals: readonly UptimeTotal[]): UptimeTotal {
  return {
    knownMs: totals.reduce((sum, { knownMs }) => sum + knownMs, 0),
    downMs: totals.reduce((sum, { downMs }) => sum + downMs, 0),
  };
}
