import { impossibleDay, impossibleHour, incompleteTime } from "@/components/fields/form-values";
import { secondTime } from "@/lib/client/device/times";
import { wallTimeToInstant } from "./wall-time";

/** Returns an instant as the input shows it in a zone: "9 Aug 2026, 14:02:31"; "" for none. */
export function shownTime(instant: string, zone: string): string {
  return Number.isNaN(Date.parse(instant)) ? "" : secondTime(instant, zone);
}

/**
 * Returns the instant (ISO 8601, UTC) that a typed text means in a zone; "" for a blank one. Of any
 * other text, returns its fault: `impossibleDay`, `impossibleHour` or `incompleteTime`. Accepts
 * "9 Aug 2026, 14:02", "2026-08-09 14:02:31", both without a time, which is then midnight, and ISO
 * 8601 with its own offset.
 */
export function typedTime(text: string, zone: string): string {
  const plain = text.trim();
  if (plain === "") return "";
  if (withOffset.test(plain)) {
    const time = Date.parse(plain);
    return Number.isNaN(time) ? incompleteTime : new Date(time).toISOString();
  }
  const { wall, fault } = wallOf(plain);
  return wall === undefined ? fault : wallTimeToInstant(wall, zone);
}

/** Returns the wall time that a typed text names; undefined for one with an offset or a fault. */
export function typedWallTime(text: string): string | undefined {
  return wallOf(text.trim()).wall;
}

const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/i;

const time = String.raw`(?:(?:,\s*|\s+|T)(\d\d?):(\d\d)(?::(\d\d))?)?`;
const dayFirst = new RegExp(String.raw`^(\d\d?)\.?\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})${time}$`);
const yearFirst = new RegExp(String.raw`^(\d{4})-(\d\d?)-(\d\d?)${time}$`);

interface Wall {
  readonly wall?: string;
  /** The reason why there is no wall time. */
  readonly fault: string;
}

function wallOf(text: string): Wall {
  const named = dayFirst.exec(text);
  const plain = yearFirst.exec(text);
  if (plain) return wallFrom(plain[1], plain[2], plain[3], plain.slice(4));
  return named ? wallFrom(named[3], monthOf(named[2]), named[1], named.slice(4)) : incomplete;
}

function wallFrom(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  clock: readonly (string | undefined)[],
): Wall {
  if (month === undefined) return incomplete;
  const two = (part: string | undefined) => (part ?? "00").padStart(2, "0");
  const [hour, minute, second] = clock;
  const date = `${year}-${two(month)}-${two(day)}`;
  const wall = `${date}T${two(hour)}:${two(minute)}:${two(second)}`;
  if (!exists(`${date}T00:00:00`)) return { fault: impossibleDay };
  return exists(wall) ? { wall, fault: "" } : { fault: impossibleHour };
}

/** Returns false for 31 June and 24:00, which JavaScript counts on into the next month or day. */
function exists(wall: string): boolean {
  const read = new Date(`${wall}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(wall);
}

const incomplete: Wall = { fault: incompleteTime };

const months = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

function monthOf(name = ""): string | undefined {
  const place = months.findIndex((month) => month.startsWith(name.toLowerCase()));
  return place === -1 ? undefined : String(place + 1);
}
