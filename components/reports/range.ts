import type { ReportDays } from "@/lib/client/queries/report";
import { mostReportDays } from "@/lib/schema/uptime/uptime-limits";

/** A choice of the period: its value in the URL, and its name. */
export interface RangeChoice {
  readonly value: string;
  readonly text: string;
}

export const defaultRange = "30d";

const dayMs = 86_400_000;
const [months, quarters] = [12, 4];

/** Returns a time zone as a text names it: `New York` is written with a space. */
export function zoneInWords(timeZone: string): string {
  return timeZone.replaceAll("_", " ");
}

/**
 * Returns the periods to choose from: days until `today` (`dayIn`), quarters and calendar months, and
 * days of the user's own. `range` is the present choice.
 */
export function rangeChoices(today: number, range: string): readonly RangeChoice[] {
  const days = [7, 30, 90].map((count) => ({ value: `${count}d`, text: `Last ${count} days` }));
  const at = new Date(today);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const pastQuarters = Array.from({ length: quarters }, (_, ago) => {
    const first = new Date(Date.UTC(year, month - (month % 3) - 3 * ago, 1));
    const name = `Q${first.getUTCMonth() / 3 + 1}`;
    const own = first.getUTCFullYear();
    return { value: `${own}-${name}`, text: `${name} ${own}` };
  });
  const pastMonths = Array.from({ length: months }, (_, ago) => {
    const first = new Date(Date.UTC(year, month - ago, 1));
    return { value: first.toISOString().slice(0, 7), text: monthName.format(first) };
  });
  const { from, to = dayName(today) } = daysOfRange(range, today);
  const own = { value: isOwnRange(range) ? range : ownRange(from, to), text: "Other days" };
  return [...days, ...pastQuarters, ...pastMonths, own];
}

const monthName = new Intl.DateTimeFormat("en-GB", {
  ...{ month: "long", year: "numeric", timeZone: "UTC" },
});

/** Returns the value in the URL of days of the user's own. */
export function ownRange(from: string, to: string): string {
  return `${from}_${to}`;
}

/** Returns whether a value in the URL means days of the user's own. */
export function isOwnRange(range: string): boolean {
  return ownDays.test(range);
}

const ownDays = /^(\d{4}-\d\d-\d\d)_(\d{4}-\d\d-\d\d)$/;

/** Returns the first and the last day that a report of the user's own may have. */
export function ownLimits(today: number): Required<ReportDays> {
  return { from: dayName(today - (mostReportDays - 1) * dayMs), to: dayName(today) };
}

/** Returns the choice of a value in the URL; the default for an unknown one. */
export function chosenRange(range: string, today: number): string {
  const own = ownDays.exec(range);
  if (!own) {
    const isKnown = rangeChoices(today, defaultRange).some(({ value }) => value === range);
    return isKnown ? range : defaultRange;
  }
  const [, from = "", to = ""] = own;
  const limits = ownLimits(today);
  const isWithin = isDay(from) && isDay(to) && limits.from <= from && to <= limits.to;
  return isWithin && from <= to ? range : defaultRange;
}

/** Returns the days of a choice until `today`. */
export function daysOfRange(range: string, today: number): ReportDays {
  const count = /^(\d+)d$/.exec(range)?.[1];
  if (count !== undefined) return { from: dayName(today - (Number(count) - 1) * dayMs) };
  const [, ownFirst, ownLast] = ownDays.exec(range) ?? [];
  if (ownFirst !== undefined && ownLast !== undefined) return { from: ownFirst, to: ownLast };
  const [, year, quarter, month] = /^(\d{4})-(?:Q([1-4])|(\d\d))$/.exec(range) ?? [];
  const first = quarter === undefined ? Number(month) - 1 : (Number(quarter) - 1) * 3;
  const from = dayName(Date.UTC(Number(year), first, 1));
  const last = dayName(Date.UTC(Number(year), first + (quarter === undefined ? 1 : 3), 0));
  return last < dayName(today) ? { from, to: last } : { from };
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && dayName(at) === text;
}

function dayName(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
