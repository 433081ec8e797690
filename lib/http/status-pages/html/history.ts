import type { PublicIncident, PublicPage } from "@/lib/operations/status-pages/public-page";
import { incidentArticle, type Names } from "./incidents";
import { type Html, html } from "./markup";
import type { Words } from "./texts";

/** Returns the history of incidents, one heading a day; days without one are put together. */
export function historySection(page: PublicPage, names: Names, words: Words, now: Date): Html {
  const { pastIncidents, historyDays } = page;
  if (pastIncidents === undefined || historyDays === 0) return html``;
  const today = Date.parse(`${words.dayOf(now.toISOString())}T00:00:00Z`);
  const dayBefore = (ago: number) => new Date(today - ago * dayMs).toISOString().slice(0, 10);
  const byDay = incidentsByDay(pastIncidents, words, dayBefore(historyDays));
  const parts: Html[] = [];
  let quiet: string[] = [];
  const endQuiet = () => {
    if (quiet.length > 0) parts.push(quietDays(quiet, words));
    quiet = [];
  };
  for (let ago = 0; ago <= historyDays; ago += 1) {
    const day = dayBefore(ago);
    const incidents = byDay.get(day);
    if (!incidents) {
      if (ago < historyDays) quiet.push(day);
      continue;
    }
    endQuiet();
    parts.push(
      html`<section class="day"><h3 class="date">${words.day(day)}</h3>${incidents.map((one) => incidentArticle(one, names, words))}</section>`,
    );
  }
  endQuiet();
  return html`<section aria-labelledby="history"><h2 id="history">History</h2>${parts}</section>`;
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

function quietDays(days: readonly string[], words: Words): Html {
  const [last = "", first = ""] = [days[0], days.at(-1)];
  const period = days.length === 1 ? words.day(last) : `${words.day(first)} to ${words.day(last)}`;
  return html`<p class="day quiet">${period}: no incidents</p>`;
}
