import { JsonText } from "@/lib/contract/json-text";
import type { Uptime, UptimeOfMonitor } from "@/lib/contract/summary";
import { uptimeText } from "@/lib/schema/uptime/uptime-percent";
import { type DayTotals, totalOfDay } from "./day-totals";
import type { DatedIncident } from "./incidents-by-day";
import { JsonWriter } from "./json-writer";
import type { MonitorUptime } from "./uptime";

const perSecond = 1_000;
const incidentsShown = 3;
/** In place of a status. */
const unknown = -1;

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
  const shown = {
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
  const perDay: Readonly<Record<keyof UptimeOfMonitor["days"], (day: number) => void>> = {
    uptime: (day) => writePercent(writer, uptimeText(totalOfDay(days, day))),
    knownSeconds: (day) => writer.seconds(knownMs[day] ?? 0),
    upSeconds: (day) => writer.seconds((knownMs[day] ?? 0) - (downMs[day] ?? 0)),
    downSeconds: (day) => writer.seconds(downMs[day] ?? 0),
    worstStatus: (day) => writePlace(writer, worstStatuses[day] ?? unknown),
  };
  let before = '"days":{';
  for (const [name, write] of Object.entries(perDay)) {
    writer.text(`${before}"${name}":`);
    writer.list(knownMs.length, write);
    before = ",";
  }
  writer.text('},"downtime":');
  writer.list(downtime.days.length, (place) => {
    writer.text('{"day":');
    writer.number(downtime.days[place] ?? 0);
    writer.text(',"status":');
    writer.number(downtime.statuses[place] ?? 0);
    writer.text(',"seconds":');
    writer.seconds(downtime.lastedMs[place] ?? 0);
    writer.text("}");
  });
}

function writePercent(writer: JsonWriter, percent: string | null): void {
  writer.text(percent === null ? "null" : `"${percent}"`);
}

function writePlace(writer: JsonWriter, place: number): void {
  if (place === unknown) writer.text("null");
  else writer.number(place);
}
