import { compressible } from "@/lib/http/message/compressed";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import type { PublicPage } from "@/lib/operations/status-pages/public-page";
import { isPublic, publishedPage } from "@/lib/operations/status-pages/published-page";
import { readPublicPage } from "@/lib/operations/status-pages/read-page";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import type { DocumentName } from "./address";
import { feedOf } from "./feed";
import { iconOf, pageDocument } from "./html/page-html";
import { logoReply } from "./logo";
import type { Kept } from "./page-entry";
import { jsonDocuments } from "./statuspage-json";

type Answer = (request: ApiRequest) => Promise<ApiResponse>;

/** A published page with its documents, each made at its first request. */
export interface PageReplies extends Kept {
  /** The record of the page, for the check of visitors. */
  readonly row: Row;
  readonly isPublic: boolean;
  /** Answers a request for a document; undefined if the page lacks it. */
  answer(name: DocumentName, request: ApiRequest): Promise<ApiResponse | undefined>;
}

/** Values of a deployment that documents depend on. */
interface Deployment {
  readonly reader: Reader;
  readonly now: () => Date;
  /** The origin of addresses in feeds and JSON. */
  readonly origin: string;
}

/** Reads a published page and returns its replies; undefined if there is none. */
export async function pageReplies(
  deployment: Deployment,
  slug: string,
): Promise<PageReplies | undefined> {
  const now = deployment.now();
  const row = await publishedPage(deployment.reader, slug, now);
  if (!row) return undefined;
  const page = await readPublicPage(deployment.reader, row, now);
  const { size, answerOf } = answers(deployment, page, isPublic(row), now);
  const made = new Map<DocumentName, Promise<Answer | undefined>>();
  let madeForMs = 0;
  const timed = async (name: DocumentName) => {
    const began = performance.now();
    const answer = await answerOf(name);
    madeForMs += performance.now() - began;
    return answer;
  };
  return {
    ...{ row, isPublic: isPublic(row), projectId: String(row.projectId), size },
    madeForMs: () => madeForMs,
    changesInMs: (page.changesAt ?? Number.POSITIVE_INFINITY) - now.getTime(),
    async answer(name, request) {
      const making = made.get(name) ?? timed(name);
      made.set(name, making);
      // The next request makes a failed document again.
      making.catch(() => made.delete(name));
      return await (await making)?.(request);
    },
  };
}

function answers(deployment: Deployment, page: PublicPage, isOpen: boolean, now: Date) {
  let size = sizeOfPage(page);
  /** Answers with one text in all codings. */
  const kept = (text: string, headers: Readonly<Record<string, string>>): Answer => {
    // The text is kept, and once more as bytes. Compressed bytes are a small part of them.
    size += 2 * text.length;
    return compressible(() => text, headers);
  };
  const caching = isOpen
    ? { "Cache-Control": "public, max-age=2, stale-while-revalidate=30" }
    : { "Cache-Control": "private, no-store" };
  const readable = isOpen ? { ...caching, "Access-Control-Allow-Origin": "*" } : caching;
  const base = `${deployment.origin}/status/${encodeURIComponent(page.slug)}`;
  const answerOf = async (name: DocumentName): Promise<Answer | undefined> => {
    if (name === "") {
      const { text, policy } = await pageDocument(page, { now, isPrivate: !isOpen });
      return kept(text, { ...caching, ...htmlHeaders(policy) });
    }
    if (name === "logo") return logoReply(deployment.reader, page.logo, caching);
    if (name === "icon.svg") {
      return kept(iconOf(page), { ...caching, "Content-Type": "image/svg+xml" });
    }
    if (name === "feed.atom") {
      const type = { "Content-Type": "application/atom+xml; charset=utf-8" };
      return kept(await feedOf(page, base), { ...readable, ...type });
    }
    const type = { "Content-Type": "application/json; charset=utf-8" };
    return kept(JSON.stringify(jsonDocuments[name](page, base)), { ...readable, ...type });
  };
  return { size: () => size, answerOf };
}

/** Characters of memory that a day of a monitor takes, and that any other part takes beside its texts. */
const [ofDay, ofPart] = [90, 500];

/** Estimates the memory of a page, in characters. Its days are the most of it. */
function sizeOfPage({ groups, ...page }: PublicPage): number {
  const incidents = [...page.openIncidents, ...(page.pastIncidents ?? [])];
  const announcements = [...page.announcements, ...page.pastAnnouncements];
  let size = ofPart;
  for (const { description, postmortem = "", updates } of incidents) {
    size += ofPart + description.length + postmortem.length;
    for (const { text } of updates) size += ofPart + text.length;
  }
  for (const { description } of announcements) size += ofPart + description.length;
  for (const { monitors } of groups) {
    for (const { description, explanation, days = [] } of monitors) {
      size += ofPart + description.length + explanation.length + ofDay * days.length;
    }
  }
  return size;
}

/** The headers of a document of HTML. Browsers send `Origin` with forms only with this referrer. */
export function htmlHeaders(policy: string): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Referrer-Policy": "same-origin",
  };
}
