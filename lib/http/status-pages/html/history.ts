import type { PublicIncident, PublicPage } from "@/lib/operations/status-pages/public-page";
import { incidentArticle, type Names } from "./incidents";
import { type Html, html } from "./markup";
import type { Words } from "./texts";

/**
 * Returns the history of incidents, one heading a day; other days are put together. It ends with the
 * oldest incident that is known, if there are earlier ones.
 */
export function historySection(page: PublicPage, names: Names, words: Words, now: Date): Html {
  const { pastIncidents, historyDays, hasEarlierIncidents } = page;
  if (pastIncidents === undefined || historyDays === 0) return html``;
  const days = daysBefore(words.dayOf(now.toISOString()), historyDays);
  const byDay = incidentsByDay(pastIncidents, words, days.at(-1) ?? "");
  const oldest = hasEarlierIncidents ? [...byDay.keys()].sort()[0] : undefined;
  const shown = days.filter(
    (day, ago) => byDay.has(day) || (ago < historyDays && day > (oldest ?? "")),
  );
  const noteOf = notes(page, words);
  const parts = runsOf(shown, (day) => (byDay.has(day) ? undefined : noteOf(day))).map((run) => {
    const incidents = byDay.get(run.last);
    return incidents
      ? html`<section class="day"><h3 class="date">${words.day(run.last)}</h3>${incidents.map((one) => incidentArticle(one, names, words))}</section>`
      : runOfDays(run, words);
  });
  const end = hasEarlierIncidents
    ? html`<p class="day quiet">Earlier incidents are not shown</p>`
    : "";
  return html`<section aria-labelledby="history"><h2 id="history">History</h2>${parts}${end}</section>`;
}

/** Days in a row that have the same note, or one day without a note. */
interface Run {
  readonly note: string | undefined;
  readonly last: string;
  readonly first: string;
}

/** Puts days together, the newest first. */
function runsOf(days: readonly string[], noteOf: (day: string) => string | undefined): Run[] {
  const runs: Run[] = [];
  for (const day of days) {
    const [note, before] = [noteOf(day), runs.at(-1)];
    const isSame = note !== undefined && before?.note === note;
    if (isSame) runs.pop();
    runs.push({ note, last: isSame ? before.last : day, first: day });
  }
  return runs;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * An incident stands on the day of its declaration; on that of its resolution if it is
 * older than the history.
 */
function incidentsByDay(
  incidents: readonly PublicIncident[],
  words: Words,
  firstDay: string,
): ReadonlyMap<string, readonly PublicIncident[]> {
  const byDay = new Map<string, PublicIncident[]>();
  for (const one of incidents) {
    const declared = words.dayOf(one.declaredAt);
    const isBefore = declared < firstDay;
    const day = isBefore ? words.dayOf(one.resolvedAt ?? one.declaredAt) : declared;
    byDay.set(day, [...(byDay.get(day) ?? []), one]);
  }
  return byDay;
}

/** Returns a day and the days before it, the newest first. */
function daysBefore(today: string, count: number): string[] {
  const todayMs = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count + 1 }, (_, ago) =>
    new Date(todayMs - ago * dayMs).toISOString().slice(0, 10),
  );
}

/** Returns the note of a day under which no incident stands: whether one went on that day. */
function notes({ openIncidents, pastIncidents = [] }: PublicPage, words: Words) {
  const open = openIncidents.map((one) => words.dayOf(one.declaredAt)).sort()[0];
  const past = pastIncidents.map(({ declaredAt, resolvedAt = declaredAt }) => ({
    from: words.dayOf(declaredAt),
    to: words.dayOf(resolvedAt),
  }));
  return (day: string): string => {
    if (open !== undefined && day >= open) return "open incidents, see above";
    const isTouched = past.some(({ from, to }) => from <= day && day <= to);
    return isTouched ? "no new incidents" : "no incidents";
  };
}

function runOfDays({ note, last, first }: Run, words: Words): Html {
  const period = first === last ? words.day(last) : `${words.day(first)} to ${words.day(last)}`;
  return html`<p class="day quiet">${period}: ${note ?? ""}</p>`;
}
