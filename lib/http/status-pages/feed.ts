import type { PublicIncident, PublicPage } from "@/lib/operations/status-pages/public-page";
import { escapeMarkup, html } from "./html/markup";
import { textsOf, type Words } from "./html/texts";

/** Most entries of a feed. */
const mostEntries = 50;

/** Returns the incidents of a page as an Atom feed (RFC 4287), the newest first. */
export async function feedOf(page: PublicPage, base: string): Promise<string> {
  const markdown = await textsOf(page);
  const incidents = [...page.openIncidents, ...(page.pastIncidents ?? [])];
  const entries = incidents.slice(0, mostEntries).map((one) => entryOf(one, base, markdown));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${page.id}</id>
<title>${escapeMarkup(page.title)}</title>
<updated>${page.updatedAt}</updated>
<author><name>${escapeMarkup(page.title)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeMarkup(base)}/feed.atom"/>
<link rel="alternate" type="text/html" href="${escapeMarkup(base)}"/>
${entries.join("")}</feed>
`;
}

function entryOf(incident: PublicIncident, base: string, markdown: Words["markdown"]): string {
  const { id, title, state, severity, declaredAt, updatedAt } = incident;
  const link = `${base}#incident-${id}`;
  return `<entry>
<id>urn:uuid:${id}</id>
<title>${escapeMarkup(title)}</title>
<published>${declaredAt}</published>
<updated>${updatedAt}</updated>
<link rel="alternate" type="text/html" href="${escapeMarkup(link)}"/>
<category term="${escapeMarkup(state.name)}"/>
<category term="${escapeMarkup(severity.name)}"/>
<content type="html">${escapeMarkup(contentOf(incident, markdown))}</content>
</entry>
`;
}

function contentOf(
  { updates, description, postmortem }: PublicIncident,
  markdown: Words["markdown"],
): string {
  const parts = updates.map(({ at, state, text }) =>
    state === undefined ? html`<p>${at}</p>${markdown(text)}` : html`<p>${at}: <b>${state}</b></p>`,
  );
  const end = postmortem === undefined ? html`` : markdown(postmortem);
  return html`${end}${parts}${markdown(description)}`.text;
}
