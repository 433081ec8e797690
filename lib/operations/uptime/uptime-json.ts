import { JsonText } from "@/lib/contract/json-text";
import type { Uptime, UptimeOfMonitor } from "@/lib/contract/summary";
import { uptimeText } from "@/lib/schema/uptime/uptime-percent";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import { type DayTotals, totalOfDay } from "./day-totals";
import type { DatedIncident } from "./incidents-by-day";
import { JsonWriter } from "./json-writer";
import type { MonitorUptime } from "./uptime";

const perSecond = 1_000;
const incidentsShown = 3;
/** In place of a status. */
const unknown = -1;
/** Monitors that are written in one turn of the event loop. */
const atOnce = 200;

/**
 * Returns the JSON of a reply with these monitors. `incidents` are those of each monitor; undefined
 * if the caller may not read incidents. Other requests run between two parts.
 */
export async function uptimeJson(
  head: Omit<Uptime, "monitors">,
  monitors: readonly MonitorUptime[],
  incidents: ReadonlyMap<string, readonly DatedIncident[]> | undefined,
): Promise<JsonText<Uptime>> {
  const writer = new JsonWriter();
  let text = `${JSON.stringify(head).slice(0, -1)},"monitors":[`;
  for (const [place, one] of monitors.entries()) {
    if (place > 0 && place % atOnce === 0) await yieldInTurn();
    const { monitorId, days, knownMs, downMs } = one;
    const ofMonitor = {
      ...{ _id: monitorId, uptime: uptimeText(one), knownSeconds: knownMs / perSecond },
      ...{ downSeconds: downMs / perSecond, upSeconds: (knownMs - downMs) / perSecond },
      incidents: incidents ? numbersOf(incidents.get(monitorId) ?? [], days.knownMs.length) : null,
    };
    writeTimes(writer, days);
    const before = place > 0 ? "," : "";
    text += `${before}${JSON.stringify(ofMonitor).slice(0, -1)},${writer.take()}}`;
  }
  return new JsonText(`${text}]}`);
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
