import { type Html, html } from "./markup";

/** How a page shows times, all in its time zone. */
export interface Times {
  /** A moment as an element: `3 Nov 2026, 14:05`. */
  moment(iso: string): Html;
  /** The local day of a moment, `2026-11-03`. */
  dayOf(iso: string): string;
  /** A local day in words, `3 Nov 2026`. */
  day(date: string): string;
  /** The name of the zone. Its offset is left out, because times of other seasons have another. */
  readonly zone: string;
}

export function timesIn(timeZone: string): Times {
  const date = { day: "numeric", month: "short", year: "numeric" } as const;
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const moments = new Intl.DateTimeFormat("en-GB", { ...date, ...clock, timeZone });
  const days = new Intl.DateTimeFormat("en-GB", { ...date, timeZone: "UTC" });
  const local = new Intl.DateTimeFormat("en-CA", {
    ...{ timeZone, year: "numeric", month: "2-digit", day: "2-digit" },
  });
  return {
    moment: (iso) => html`<time datetime="${iso}">${moments.format(new Date(iso))}</time>`,
    dayOf: (iso) => local.format(new Date(iso)),
    day: (day) => days.format(new Date(`${day}T00:00:00Z`)),
    zone: timeZone,
  };
}

/** Returns a duration in words: `20 min`, `3 h 5 min`, `40 s`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
