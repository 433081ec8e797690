import type {
  PublicAnnouncement,
  PublicIncident,
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
