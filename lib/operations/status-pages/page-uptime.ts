import { isAppError } from "@/lib/errors";
import { barRules } from "@/lib/operations/uptime/bar-colors";
import { totalOfDay } from "@/lib/operations/uptime/day-totals";
import { zoneOfProject } from "@/lib/operations/uptime/project-time-zone";
import { type MonitorUptime, uptimeOf } from "@/lib/operations/uptime/uptime";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { colorBands } from "@/lib/schema/uptime/color-bands";
import { type BarColors, barColor } from "@/lib/schema/uptime/uptime-bars";
import { type UptimeTotal, uptimeText } from "@/lib/schema/uptime/uptime-percent";
import { isTimeZone } from "@/lib/schema/values/time-zone";
import type { Reader } from "@/lib/store/port/store";
import { idsOf, textIn, textOf } from "./columns";
import type { PublicDay } from "./public-page";

/** Days of the bars. */
export const barDays = 90;
/** Color of days without known times. */
const unknownColor = "#a3a8b0";

/** The uptime of a page's monitors in its time zone. */
export interface PageUptime {
  readonly total: UptimeTotal;
  readonly ofMonitor: ReadonlyMap<string, MonitorUptime>;
  readonly dates: readonly string[];
  /** The colors of bars: for no known time, then those that the settings give to days. */
  readonly barColors: readonly string[];
  readonly settings: BarColors;
}

/**
 * Computes the uptime of the last 90 days. `page` has its time zone set by `withTimeZone`. Undefined if
 * the events of the monitors are too many to
 * be read in time: the page is then shown without it.
 */
export async function pageUptime(
  reader: Reader,
  page: Row,
  monitorIds: readonly string[],
  now: Date,
): Promise<PageUptime | undefined> {
  const projectId = String(page.projectId);
  const settings = {
    rules: await barRules(reader, projectId, String(page._id)),
    defaultBarColor: textIn(page.defaultBarColor) ?? null,
  };
  try {
    const { days, monitors, knownMs, downMs } = await uptimeOf(reader, {
      ...{ projectId, monitorIds, days: barDays, timeZone: textOf(page.timeZone), now },
      downtimeStatusIds: idsOf(page.downtimeMonitorStatuses),
    });
    return {
      total: { knownMs, downMs },
      ofMonitor: new Map(monitors.map((one) => [one.monitorId, one])),
      dates: days,
      barColors: [unknownColor, ...new Set(colorBands(settings).map(({ color }) => color))],
      settings,
    };
  } catch (error) {
    if (isAppError(error) && error.code === "query_too_expensive") return undefined;
    throw error;
  }
}

/** Returns a page with the time zone in which it divides days: its own, else that of its project. */
export async function withTimeZone(reader: Reader, page: Row): Promise<Row> {
  const own = page.timeZone;
  if (typeof own === "string" && isTimeZone(own)) return page;
  return { ...page, timeZone: await zoneOfProject(reader, String(page.projectId)) };
}

/** Returns the days of a monitor with the colors that the console shows. */
export function publicDays(
  { dates, barColors, settings }: PageUptime,
  { days }: MonitorUptime,
): PublicDay[] {
  return dates.map((date, place) => {
    const day = totalOfDay(days, place);
    return {
      date,
      uptime: uptimeText(day) ?? undefined,
      downSeconds: Math.round(day.downMs / 1_000),
      color: day.knownMs > 0 ? barColors.indexOf(barColor(day, settings)) : 0,
    };
  });
}

/**
 * Returns the uptime in percent, rounded down to the decimals of a setting such as "99.9% (One
 * Decimal)", two if there is none. It is "100" only without any downtime.
 */
export function uptimePercent(total: UptimeTotal, precision: JsonValue = null): string | undefined {
  const sample = /^99(?:\.(9+))?%/.exec(String(precision ?? ""));
  return uptimeText(total, sample ? (sample[1]?.length ?? 0) : undefined) ?? undefined;
}

/** Returns the sum of times. */
export function sumOfTotals(totals: readonly UptimeTotal[]): UptimeTotal {
  return {
    knownMs: totals.reduce((sum, { knownMs }) => sum + knownMs, 0),
    downMs: totals.reduce((sum, { downMs }) => sum + downMs, 0),
  };
}
