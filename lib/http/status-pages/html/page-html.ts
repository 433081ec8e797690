import { createHash } from "node:crypto";
import type { PublicPage } from "@/lib/operations/status-pages/public-page";
import { historySection } from "./history";
import { announcementArticle, incidentArticle } from "./incidents";
import { Html, html } from "./markup";
import { groupSection, signs } from "./monitors";
import { style } from "./style";
import { textsOf } from "./texts";
import { timesIn } from "./times";

/** An HTML document and its content security policy. */
export interface Document {
  readonly text: string;
  readonly policy: string;
}

/** How a page is shown. */
interface Shown {
  readonly now: Date;
  /** The visitor has signed in, and can sign out. */
  readonly isPrivate: boolean;
  /** The logo as a `data:` URL, for a page whose own address shows nothing yet. */
  readonly logoData?: string | undefined;
}

/**
 * Returns the page for visitors. It needs no script, and loads nothing but its logo. Other requests
 * continue while it is made.
 */
export async function pageDocument(page: PublicPage, shown: Shown): Promise<Document> {
  const { now, isPrivate, logoData } = shown;
  const times = timesIn(page.timeZone);
  const words = { ...times, markdown: await textsOf(page) };
  const base = `/status/${encodeURIComponent(page.slug)}`;
  const monitors = page.groups.flatMap((group) => group.monitors);
  const names = new Map(monitors.map(({ id, name }) => [id, name]));
  const logo = page.logo ? html`<img src="${logoData ?? `${base}/logo`}" alt="">` : "";
  const about =
    page.description === "" ? "" : html`<p class="quiet" dir="auto">${page.description}</p>`;
  const { level, text } = page.state;
  const groups: Html[] = [];
  for (const group of page.groups) groups.push(await groupSection(group, words));
  const uptime =
    page.uptime === undefined
      ? ""
      : html`<p class="quiet">${page.uptime} % uptime of all monitors together in 90 days</p>`;
  const body = html`<header>${logo}<div><h1 dir="auto">${page.title}</h1>${about}</div></header>
<main><div class="state ${level}" role="status"><p dir="auto"><span aria-hidden="true">${signs[level]}</span> ${text}</p>${uptime}</div>
${section(
  "Announcements",
  page.announcements.map((one) => announcementArticle(one, names, words)),
)}${section(
  "Open incidents",
  page.openIncidents.map((one) => incidentArticle(one, names, words)),
)}${section("Monitors", groups)}${historySection(page, names, words, now)}${section(
  "Past announcements",
  page.pastAnnouncements.map((one) => announcementArticle(one, names, words)),
)}</main>
<footer><p>All times are in ${times.zone}.</p><p><a href="${base}/feed.atom">Feed (Atom)</a><a href="${base}/api/v2/summary.json">JSON</a></p>${isPrivate ? signOut(base) : ""}</footer>`;
  const colors = page.barColors.map((color, place) => `.b${place}{fill:${plainColor(color)}}`);
  const links = html`<link rel="icon" type="image/svg+xml" href="${base}/icon.svg"><link rel="alternate" type="application/atom+xml" href="${base}/feed.atom">`;
  const images = logoData === undefined ? "'self'" : "data:";
  return document({
    ...{ title: page.title, head: links, body, style: style + colors.join(""), images },
  });
}

/** Returns the icon of the browser's tab, in the color of the state. */
export function iconOf({ state }: PublicPage): string {
  const colors = { operational: "#14704a", degraded: "#b36b00", down: "#b3261e" } as const;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="${colors[state.level]}"/></svg>`;
}

function signOut(base: string): Html {
  return html`<form method="post" action="${base}/sign-out"><button>Sign out</button></form>`;
}

function section(title: string, parts: readonly Html[]): Html {
  if (parts.length === 0) return html``;
  const id = title.toLowerCase().replaceAll(" ", "-");
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${parts}</section>`;
}

/** Colors are checked when they are stored. Anything else must not enter a style. */
function plainColor(color: string): string {
  return /^#[0-9a-f]{3,8}$/i.test(color) ? color : "#a3a8b0";
}

interface Parts {
  readonly title: string;
  readonly head?: Html;
  readonly body: Html;
  readonly style?: string;
  /** The sources of images in the policy. */
  readonly images?: "'self'" | "data:";
}

/** Returns a document whose policy allows its own style and images, and forms of this origin. */
export function document(parts: Parts): Document {
  const { title, head = html``, body, style: own = style, images = "'self'" } = parts;
  const hash = createHash("sha256").update(own).digest("base64");
  const { text } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${head}<style>${new Html(own)}</style></head>
<body>
${body}
</body></html>
`;
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src ${images}; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;
  return { text, policy };
}
