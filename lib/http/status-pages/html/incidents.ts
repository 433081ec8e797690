import type {
  PublicAnnouncement,
  PublicIncident,
  PublicPage,
  PublicUpdate,
} from "@/lib/operations/status-pages/public-page";
import { type Html, html } from "./markup";
import type { Words } from "./texts";

/** Names of the page's monitors by id. */
export type Names = ReadonlyMap<string, string>;

/** Returns an incident with its notes, and its postmortem if that is public. */
export function incidentArticle(incident: PublicIncident, names: Names, words: Words): Html {
  const { id, title, description, postmortem, resolvedAt } = incident;
  const over = resolvedAt === undefined ? "" : html` · Resolved ${words.moment(resolvedAt)}`;
  return html`<article class="incident ${incident.impact}" id="incident-${id}"><h3 dir="auto">${title}</h3><p class="quiet"><b dir="auto">${incident.state.name}</b> · <span dir="auto">${incident.severity.name}</span> · Since ${words.moment(incident.declaredAt)}${over}</p>${affected(incident.monitorIds, names)}${text(description, words)}${updatesOf(incident, words)}${postmortem === undefined ? "" : html`<details class="postmortem"><summary>Postmortem</summary>${text(postmortem, words)}</details>`}</article>`;
}

/** The updates of an incident that is over are folded. */
function updatesOf({ updates, phase }: PublicIncident, words: Words): Html {
  if (updates.length === 0) return html``;
  const list = html`<ol class="updates">${updates.map((one) => update(one, words))}</ol>`;
  if (phase !== "resolved" && phase !== "postmortem") return list;
  const count = updates.length === 1 ? "1 update" : `${updates.length} updates`;
  return html`<details><summary>${count}</summary>${list}</details>`;
}

function update({ at, state, text: note }: PublicUpdate, words: Words): Html {
  const content = state === undefined ? text(note, words) : html`<p><b dir="auto">${state}</b></p>`;
  return html`<li><p class="quiet">${words.moment(at)}</p>${content}</li>`;
}

function affected(ids: readonly string[], names: Names): Html {
  const found = ids.flatMap((id) => names.get(id) ?? []);
  if (found.length === 0) return html``;
  return html`<ul class="affected" aria-label="Affected">${found.map((name) => html`<li dir="auto">${name}</li>`)}</ul>`;
}

function text(markdown: string, words: Words): Html {
  return markdown === ""
    ? html``
    : html`<div class="text" dir="auto">${words.markdown(markdown)}</div>`;
}

/** Returns an announcement. */
export function announcementArticle(one: PublicAnnouncement, names: Names, words: Words): Html {
  const until = one.until === undefined ? "" : html` to ${words.moment(one.until)}`;
  return html`<article class="announcement"><h3 dir="auto">${one.title}</h3><p class="quiet">${words.moment(one.from)}${until}</p>${affected(one.monitorIds, names)}${text(one.description, words)}</article>`;
}

/** Returns the history of incidents, one heading a day; days without one are put together. */
export function historySection(page: PublicPage, names: Names, words: Words, now: Date): Html {
  const { pastIncidents, historyDays } = page;
  if (pastIncidents === undefined || historyDays === 0) return html``;
  const byDay = new Map<string, PublicIncident[]>();
  for (const one of pastIncidents) {
    const day = words.dayOf(one.declaredAt);
    byDay.set(day, [...(byDay.get(day) ?? []), one]);
  }
  const parts: Html[] = [];
  let quiet: string[] = [];
  const endQuiet = () => {
    if (quiet.length > 0) parts.push(quietDays(quiet, words));
    quiet = [];
  };
  const today = Date.parse(`${words.dayOf(now.toISOString())}T00:00:00Z`);
  for (let ago = 0; ago <= historyDays; ago += 1) {
    const day = new Date(today - ago * dayMs).toISOString().slice(0, 10);
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

function quietDays(days: readonly string[], words: Words): Html {
  const [last = "", first = ""] = [days[0], days.at(-1)];
  const period = days.length === 1 ? words.day(last) : `${words.day(first)} to ${words.day(last)}`;
  return html`<p class="day quiet">${period}: no incidents</p>`;
}
