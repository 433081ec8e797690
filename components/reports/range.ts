import type { ReportDays } from "@/lib/client/queries/report";

/** A choice of the period: its value in the URL, and its name. */
export interface RangeChoice {
  readonly value: string;
  readonly text: string;
}

export const defaultRange = "30d";

const dayMs = 86_400_000;
const months = 12;

/** Returns a time zone as a text names it: `New York` is written with a space. */
export function zoneInWords(timeZone: string): string {
  return timeZone.replaceAll("_", " ");
}

/** Returns the periods to choose from: days until `today` (`dayIn`), and calendar months. */
export function rangeChoices(today: number): readonly RangeChoice[] {
  const days = [7, 30, 90].map((count) => ({ value: `${count}d`, text: `Last ${count} days` }));
  const at = new Date(today);
  const past = Array.from({ length: months }, (_, ago) => {
    const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - ago, 1));
    return { value: first.toISOString().slice(0, 7), text: monthName.format(first) };
  });
  return [...days, ...past];
}

const monthName = new Intl.DateTimeFormat("en-GB", {
  ...{ month: "long", year: "numeric", timeZone: "UTC" },
});

/** Returns the choice of a value in the URL; the default for an unknown one. */
export function chosenRange(choices: readonly RangeChoice[], value: string): string {
  return choices.some((choice) => choice.value === value) ? value : defaultRange;
}

/** Returns the days of a choice until `today`. */
export function daysOfRange(range: string, today: number): ReportDays {
  const count = /^(\d+)d$/.exec(range)?.[1];
  if (count !== undefined) return { from: dayName(today - (Number(count) - 1) * dayMs) };
  const [year = 0, month = 1] = range.split("-").map(Number);
  const last = dayName(Date.UTC(year, month, 0));
  const from = `${range}-01`;
  return last < dayName(today) ? { from, to: last } : { from };
}

function dayName(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
