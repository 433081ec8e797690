import { setImmediate as letOthersRun } from "node:timers/promises";
import type { PublicPage } from "@/lib/operations/status-pages/public-page";
import { markdownWork } from "@/lib/schema/markdown/work";
import { fromMarkdown, withoutMarkdown } from "./markdown";
import type { Html } from "./markup";
import type { Times } from "./times";

/** How a page shows times and texts. */
export interface Words extends Times {
  /** Returns a text of the page as HTML. */
  markdown(text: string): Html;
}

/**
 * Most work of one text, in units of `markdownWork`: some 50 ms on one core if the text is written
 * to take long, and 10 ms for usual ones.
 */
const mostOfText = 2_000;
/** Most work of all texts of a page. */
const mostOfPage = 40_000;
/** Most characters of rendered texts in memory, with their sources. */
const mostKept = 8_000_000;

/** Rendered texts by their source, the one that was used last at the end. */
const kept = new Map<string, Html>();
let keptSize = 0;

/**
 * Renders the Markdown of a page, and returns it by source. Other requests continue between two
 * texts. Texts above the limits are shown as they are written.
 */
export async function textsOf(page: PublicPage): Promise<Words["markdown"]> {
  const made = new Map<string, Html>();
  let left = mostOfPage;
  for (const text of markdownOf(page)) {
    if (made.has(text)) continue;
    const work = markdownWork(text);
    const isRendered = work <= Math.min(mostOfText, left);
    if (isRendered) left -= work;
    made.set(text, isRendered ? keptHtml(text) : withoutMarkdown(text));
    await letOthersRun();
  }
  return (text) => made.get(text) ?? withoutMarkdown(text);
}

function markdownOf({ groups, ...page }: PublicPage): string[] {
  const incidents = [...page.openIncidents, ...(page.pastIncidents ?? [])].flatMap((one) => [
    ...[one.description, one.postmortem ?? ""],
    ...one.updates.map(({ text }) => text),
  ]);
  return [
    ...page.announcements.map(({ description }) => description),
    ...incidents,
    ...groups.flatMap((one) => [one.description, ...one.monitors.map((each) => each.description)]),
    ...page.pastAnnouncements.map(({ description }) => description),
  ].filter((text) => text !== "");
}

function keptHtml(text: string): Html {
  const html = kept.get(text) ?? fromMarkdown(text);
  if (kept.delete(text)) keptSize -= sizeOf(text, html);
  kept.set(text, html);
  keptSize += sizeOf(text, html);
  for (const [oldest, old] of kept) {
    if (keptSize <= mostKept) break;
    kept.delete(oldest);
    keptSize -= sizeOf(oldest, old);
  }
  return html;
}

function sizeOf(source: string, { text }: Html): number {
  return source.length + text.length;
}
