import { JsonText } from "@/lib/contract/endpoint";
import type { Uptime, UptimeOfMonitor } from "@/lib/contract/summary";
import { uptimeText } from "@/lib/schema/uptime/uptime-percent";
import { type DayTotals, type Downtime, totalOfDay } from "./day-totals";
import type { DatedIncident } from "./incidents-by-day";
import { JsonWriter } from "./json-writer";
import { noStatus } from "./status-ranks";
import type { MonitorUptime } from "./uptime";

const perSecond = 1_000;
const incidentsShown = 3;

/**
 * Returns the JSON of a reply with these monitors. `incidents` are those of each monitor; undefined
 * if the caller may not read incidents. Throws as `portions` does.
 */
export async function uptimeJson(
  frame: Omit<Uptime, "monitors" | "uptime">,
  portions: AsyncIterable<readonly MonitorUptime[]>,
  incidents: ReadonlyMap<string, readonly DatedIncident[]> | undefined,
): Promise<JsonText<Uptime>> {
  const writer = new JsonWriter();
  const total = { knownMs: 0, downMs: 0 };
  const texts: string[] = [];
  for await (const portion of portions) {
    for (const one of portion) {
      total.knownMs += one.knownMs;
      total.downMs += one.downMs;
      texts.push(monitorText(writer, one, incidents));
    }
  }
  const head = JSON.stringify({ ...frame, uptime: uptimeText(total) }).slice(0, -1);
  return new JsonText(`${head},"monitors":[${texts.join()}]}`);
}

function monitorText(
  writer: JsonWriter,
  one: MonitorUptime,
  incidents: ReadonlyMap<string, readonly DatedIncident[]> | undefined,
): string {
  const { monitorId, days, knownMs, downMs } = one;
  const shown: Omit<UptimeOfMonitor, "days" | "downtime"> = {
    ...{ _id: monitorId, uptime: uptimeText(one), knownSeconds: knownMs / perSecond },
    ...{ downSeconds: downMs / perSecond, upSeconds: (knownMs - downMs) / perSecond },
    incidents: incidents ? numbersOf(incidents.get(monitorId) ?? [], days.knownMs.length) : null,
  };
  writeTimes(writer, days);
  return `${JSON.stringify(shown).slice(0, -1)},${writer.take()}}`;
}

function numbersOf(
  found: readonly DatedIncident[],
  days: number,
): NonNullable<UptimeOfMonitor["incidents"]> {
  const perDay = new Array<number>(days).fill(0);
  const first = found.filter(({ day }) => {
    const count = (perDay[day] ?? 0) + 1;
    perDay[day] = count;
    return count <= incidentsShown;
  });
  return { perDay, first };
}

/** Writes the properties `days` and `downtime` of a monitor. */
function writeTimes(writer: JsonWriter, days: DayTotals): void {
  const { knownMs, downMs, worstStatuses, downtime } = days;
  const perDay: Writers<UptimeOfMonitor["days"]> = {
    uptime: (day) => writePercent(writer, uptimeText(totalOfDay(days, day))),
    knownSeconds: (day) => writer.seconds(knownMs[day] ?? 0),
    upSeconds: (day) => writer.seconds((knownMs[day] ?? 0) - (downMs[day] ?? 0)),
    downSeconds: (day) => writer.seconds(downMs[day] ?? 0),
    worstStatus: (day) => writePlace(writer, worstStatuses[day] ?? noStatus),
  };
  writer.text('"days":');
  for (const [beginning, write] of propertyWriters(perDay)) {
    writer.text(beginning);
    writer.list(knownMs.length, write);
  }
  writer.text('},"downtime":');
  writeDowntime(writer, downtime);
}

function writeDowntime(writer: JsonWriter, { days, statuses, lastedMs }: Downtime): void {
  const each: Writers<UptimeOfMonitor["downtime"][number]> = {
    day: (place) => writer.number(days[place] ?? 0),
    status: (place) => writer.number(statuses[place] ?? 0),
    seconds: (place) => writer.seconds(lastedMs[place] ?? 0),
  };
  const properties = propertyWriters(each);
  writer.list(days.length, (place) => {
    for (const [beginning, write] of properties) {
      writer.text(beginning);
      write(place);
    }
    writer.text("}");
  });
}

/** A function for each property, which writes the value at a place of a list. */
type Writers<Item> = Readonly<Record<keyof Item, (place: number) => void>>;

/** Returns the functions, each with the text before its value. */
function propertyWriters<Item>(
  writers: Writers<Item>,
): (readonly [string, (place: number) => void])[] {
  return Object.entries<(place: number) => void>(writers).map(([name, write], place) => {
    return [`${place === 0 ? "{" : ","}"${name}":`, write];
  });
}

function writePercent(writer: JsonWriter, percent: string | null): void {
  writer.text(percent === null ? "null" : `"${percent}"`);
}

function writePlace(writer: JsonWriter, place: number): void {
  if (place === noStatus) writer.text("null");
  else writer.number(place);
}
