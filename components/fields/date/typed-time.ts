import { incompleteTime } from "@/components/fields/form-values";
import { secondTime } from "@/lib/client/device/times";
import { wallTimeToInstant } from "./wall-time";

/** Returns an instant as the input shows it in a zone: "9 Aug 2026, 14:02:31"; "" for none. */
export function shownTime(instant: string, zone: string): string {
  return Number.isNaN(Date.parse(instant)) ? "" : secondTime(instant, zone);
}

/**
 * Returns the instant (ISO 8601, UTC) that a typed text means in a zone; "" for a blank one, and
 * `incompleteTime` for any other. Accepts "9 Aug 2026, 14:02", "2026-08-09 14:02:31", both without a
 * time, which is then midnight, and ISO 8601 with its own offset.
 */
export function typedTime(text: string, zone: string): string {
  const plain = text.trim();
  if (plain === "") return "";
  if (withOffset.test(plain)) {
    const time = Date.parse(plain);
    return Number.isNaN(time) ? incompleteTime : new Date(time).toISOString();
  }
  const wall = wallOf(plain);
  return wall === undefined ? incompleteTime : wallTimeToInstant(wall, zone);
}

const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/i;

const time = String.raw`(?:(?:,\s*|\s+|T)(\d\d?):(\d\d)(?::(\d\d))?)?`;
const dayFirst = new RegExp(String.raw`^(\d\d?)\.?\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})${time}$`);
const yearFirst = new RegExp(String.raw`^(\d{4})-(\d\d?)-(\d\d?)${time}$`);

function wallOf(text: string): string | undefined {
  const named = dayFirst.exec(text);
  const plain = yearFirst.exec(text);
  if (plain) return wallFrom(plain[1], plain[2], plain[3], plain.slice(4));
  return named ? wallFrom(named[3], monthOf(named[2]), named[1], named.slice(4)) : undefined;
}

function wallFrom(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  clock: readonly (string | undefined)[],
): string | undefined {
  const two = (part: string | undefined) => (part ?? "00").padStart(2, "0");
  const [hour, minute, second] = clock;
  const wall = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
  const read = new Date(`${wall}Z`);
  // Days such as 31 June would count on into the next month.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(wall) ? wall : undefined;
}

const months = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

function monthOf(name = ""): string | undefined {
  const place = months.findIndex((month) => month.startsWith(name.toLowerCase()));
  return place === -1 ? "00" : String(place + 1);
}
