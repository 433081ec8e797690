import type {
  PublicAnnouncement,
  PublicIncident,
  PublicPage,
  PublicUpdate,
} from "@/lib/operations/status-pages/public-page";
import { fromMarkdown } from "./markdown";
import { type Html, html } from "./markup";
import type { Times } from "./times";

/** Names of the page's monitors by id. */
export type Names = ReadonlyMap<string, string>;

/** Returns an incident with its notes, and its postmortem if that is public. */
export function incidentArticle(incident: PublicIncident, names: Names, times: Times): Html {
  const { id, title, description, postmortem, resolvedAt } = incident;
  const over = resolvedAt === undefined ? "" : html` · Resolved ${times.moment(resolvedAt)}`;
  return html`<article class="incident ${incident.impact}" id="incident-${id}"><h3 dir="auto">${title}</h3><p class="quiet"><b dir="auto">${incident.state.name}</b> · <span dir="auto">${incident.severity.name}</span> · Since ${times.moment(incident.declaredAt)}${over}</p>${affected(incident.monitorIds, names)}${text(description)}${updatesOf(incident, times)}${postmortem === undefined ? "" : html`<details class="postmortem"><summary>Postmortem</summary>${text(postmortem)}</details>`}</article>`;
}

/** The updates of an incident that is over are folded. */
function updatesOf({ updates, resolvedAt }: PublicIncident, times: Times): Html {
  if (updates.length === 0) return html``;
  const list = html`<ol class="updates">${updates.map((one) => update(one, times))}</ol>`;
  if (resolvedAt === undefined) return list;
  const count = updates.length === 1 ? "1 update" : `${updates.length} updates`;
  return html`<details><summary>${count}</summary>${list}</details>`;
}

function update({ at, state, text: note }: PublicUpdate, times: Times): Html {
  const content = state === undefined ? text(note) : html`<p><b dir="auto">${state}</b></p>`;
  return html`<li><p class="quiet">${times.moment(at)}</p>${content}</li>`;
}

function affected(ids: readonly string[], names: Names): Html {
  const found = ids.flatMap((id) => names.get(id) ?? []);
  if (found.length === 0) return html``;
  return html`<ul class="affected" aria-label="Affected">${found.map((name) => html`<li dir="auto">${name}</li>`)}</ul>`;
}

function text(markdown: string): Html {
  return markdown === ""
    ? html``
    : html`<div class="text" dir="auto">${fromMarkdown(markdown)}</div>`;
}

/** Returns an announcement. */
export function announcementArticle(one: PublicAnnouncement, names: Names, times: Times): Html {
  const until = one.until === undefined ? "" : html` to ${times.moment(one.until)}`;
  return html`<article class="announcement"><h3 dir="auto">${one.title}</h3><p class="quiet">${times.moment(one.from)}${until}</p>${affected(one.monitorIds, names)}${text(one.description)}</article>`;
}

/** Returns the history of incidents, one heading a day; days without one are put together. */
export function historySection(page: PublicPage, names: Names, times: Times, now: Date): Html {
  const { pastIncidents, historyDays } = page;
  if (pastIncidents === undefined || historyDays === 0) return html``;
  const byDay = new Map<string, PublicIncident[]>();
  for (const one of pastIncidents) {
    const day = times.dayOf(one.declaredAt);
    byDay.set(day, [...(byDay.get(day) ?? []), one]);
  }
  const parts: Html[] = [];
  let quiet: string[] = [];
  const endQuiet = () => {
    if (quiet.length > 0) parts.push(quietDays(quiet, times));
    quiet = [];
  };
  const today = Date.parse(`${times.dayOf(now.toISOString())}T00:00:00Z`);
  for (let ago = 0; ago <= historyDays; ago += 1) {
    const day = new Date(today - ago * dayMs).toISOString().slice(0, 10);
    const incidents = byDay.get(day);
    if (!incidents) {
      if (ago < historyDays) quiet.push(day);
      continue;
    }
    endQuiet();
    parts.push(
      html`<section class="day"><h3 class="date">${times.day(day)}</h3>${incidents.map((one) => incidentArticle(one, names, times))}</section>`,
    );
  }
  endQuiet();
  return html`<section aria-labelledby="history"><h2 id="history">History</h2>${parts}</section>`;
}

const dayMs = 24 * 60 * 60 * 1000;

function quietDays(days: readonly string[], times: Times): Html {
  const [last = "", first = ""] = [days[0], days.at(-1)];
  const period = days.length === 1 ? times.day(last) : `${times.day(first)} to ${times.day(last)}`;
  return html`<p class="day quiet">${period}: no incidents</p>`;
}
