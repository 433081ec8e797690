import { formatsOf } from "@/lib/client/device/zone-formats";

/**
 * Returns the date and time that clocks of a zone show at an instant, as a `datetime-local` input
 * holds it (`2026-01-31T09:00:00`); "" for no instant. `zone` is an IANA name.
 */
export function wallTime(instant: string, zone: string): string {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return "";
  return new Date(time + offsetAt(time, zone)).toISOString().slice(0, 19);
}

/**
 * Returns the instant (ISO 8601, UTC, milliseconds) at which clocks of a zone show this date and
 * time. A time that is skipped in spring counts on from before the skip. Of a time that occurs
 * twice in autumn, the first occurrence is meant.
 */
export function wallTimeToInstant(wall: string, zone: string): string {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return "";
  const [first] = occurrencesOf(wall, zone);
  return first ?? new Date(asUtc - offsetAt(asUtc - day, zone)).toISOString();
}

/**
 * Returns the instants, in order, at which clocks of a zone show this date and time: none for a time
 * that is skipped in spring, two for one that occurs twice in autumn.
 */
export function occurrencesOf(wall: string, zone: string): readonly string[] {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = new Set([offsetAt(asUtc - day, zone), offsetAt(asUtc + day, zone)]);
  return [...offsets]
    .filter((offset) => offsetAt(asUtc - offset, zone) === offset)
    .map((offset) => new Date(asUtc - offset).toISOString())
    .sort();
}

/** Returns the name of a zone with its offset at an instant: "Europe/Berlin, UTC+2". */
export function zoneName(zone: string, instant: number): string {
  return zone === "UTC" ? "UTC" : `${zone.replaceAll("_", " ")}, ${offsetName(zone, instant)}`;
}

/** Returns the offset of a zone at an instant: "UTC+2". */
export function offsetName(zone: string, instant: number): string {
  const minutes = Math.round(offsetAt(instant, zone) / 60_000);
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  const shown = `${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
  return `UTC${minutes < 0 ? "−" : "+"}${shown}`;
}

const day = 86_400_000;

/**
 * Returns the zone's offset from UTC at an instant, in milliseconds. Before 1900 it is that of
 * 1900.
 */
function offsetAt(instant: number, zone: string): number {
  // Earlier dates would come out in the Julian calendar, and no record is that exact.
  const time = Math.max(instant, Date.UTC(1900));
  const parts = Object.fromEntries(
    partsIn(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = new Date(0);
  shown.setUTCFullYear(year, month - 1, day);
  shown.setUTCHours(hour, minute, second);
  return shown.getTime() - Math.floor(time / 1000) * 1000;
}

const numeric = "numeric";
const partsIn = formatsOf("en-u-ca-iso8601-nu-latn", {
  ...{ year: numeric, month: numeric, day: numeric },
  ...{ hour: numeric, minute: numeric, second: numeric },
});
