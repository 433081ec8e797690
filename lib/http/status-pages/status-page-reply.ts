import { isVisitor } from "@/lib/auth/visitors/visitor";
import { AppError } from "@/lib/errors";
import type { EventService } from "@/lib/http/event-stream/event-service";
import type { SessionService } from "@/lib/http/guard/session-service";
import { TokenBuckets } from "@/lib/http/guard/token-buckets";
import { problemReply } from "@/lib/http/message/problem";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { emptyReply } from "@/lib/http/message/respond";
import { isDocument, type StatusPageAddress } from "./address";
import { notFoundDocument } from "./html/other-documents";
import { PageCache } from "./page-cache";
import { htmlHeaders, type PageReplies, pageReplies } from "./page-replies";
import { visitorCookie } from "./visitor-cookie";
import { baseOf, leadTo, signIn, signInReply, signOut } from "./visitor-forms";

/** The status pages of one deployment. One per handler, because it keeps pages. */
export interface StatusPages {
  /** Answers a request below `/status`. Throws 405, and 429 for too many from one address. */
  reply(address: StatusPageAddress, request: ApiRequest, requestId: string): Promise<ApiResponse>;
}

/** Requests a minute, and at once, from one address. */
const rate = { perMinute: 6_000, burst: 2_000 };

interface Deps {
  readonly sessionService: SessionService;
  readonly eventService: EventService;
  /** Requests are counted. */
  readonly isLimited: boolean;
}

export function statusPages({ sessionService, eventService, isLimited }: Deps): StatusPages {
  const { store, now, publicUrl } = sessionService;
  const addresses = new TokenBuckets(rate);
  const deployment = { reader: store.reader, now, origin: publicUrl ?? "" };
  const cache = new PageCache(eventService.recent, (slug) => pageReplies(deployment, slug));
  return {
    async reply(address, request, requestId) {
      if (isLimited) count(addresses, sessionService.deviceOf(request).address);
      requireMethod(address, request.method);
      if (request.method === "OPTIONS") return emptyReply(204, preflight);
      // The browser shows this address after a refusal. All slugs get the same answer.
      if (isForm(address) && request.method !== "POST")
        return leadTo(baseOf({ slug: address.slug }));
      const page = address.part === undefined ? undefined : await cache.get(address.slug);
      if (!page) return notFound(address, requestId);
      return await pageReply({ sessionService, page, requestId }, address, request);
    },
  };
}

const preflight = {
  Allow: "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD",
};

interface Asked {
  readonly sessionService: SessionService;
  readonly page: PageReplies;
  readonly requestId: string;
}

async function pageReply(
  { sessionService, page, requestId }: Asked,
  address: StatusPageAddress,
  request: ApiRequest,
): Promise<ApiResponse> {
  const { part } = address;
  const { row, isPublic } = page;
  if (!isDocument(part)) {
    if (part === "sign-out") return signOut(sessionService, row, request);
    // The page became public after the form was shown.
    if (isPublic) return leadTo(baseOf(row));
    return await signIn(sessionService, row, { request, requestId });
  }
  if (!isPublic && !(await isSignedIn(sessionService, page, request))) {
    if (part === "") return signInReply(baseOf(row));
    return problemReply(new AppError("unauthenticated", privatePage), requestId);
  }
  return (await page.answer(part, request)) ?? notFound(address, requestId);
}

const privatePage = "This status page is private. Sign in at its address with a browser.";

async function isSignedIn(
  { store, secret, now, publicUrl }: SessionService,
  { row }: PageReplies,
  request: ApiRequest,
): Promise<boolean> {
  for (const token of visitorCookie(row, publicUrl).read(request.headers)) {
    if (await isVisitor(store.reader, await secret(), row, token, now())) return true;
  }
  return false;
}

/** Throws a 405 unless the method suits the address, whether there is such a page or not. */
function requireMethod(address: StatusPageAddress, method: string): void {
  const allow = ["GET", "HEAD", ...(isForm(address) ? ["POST"] : []), "OPTIONS"];
  if (allow.includes(method)) return;
  throw new AppError("method_not_allowed", `This path takes ${allow.join(", ")}.`, { allow });
}

function isForm({ part }: StatusPageAddress): boolean {
  return part !== undefined && !isDocument(part);
}

/** Returns the same for no page, for one that is not published, and for a part that it lacks. */
function notFound(address: StatusPageAddress, requestId: string): ApiResponse {
  const { part } = address;
  if (part === "" || part === undefined || isForm(address)) {
    const { text, policy } = notFoundDocument;
    return { status: 404, headers: htmlHeaders(policy), body: text };
  }
  return problemReply(new AppError("not_found", "There is no status page here."), requestId);
}

function count(addresses: TokenBuckets, address: string): void {
  const { isTaken, retryAfterSeconds } = addresses.take(address);
  if (isTaken) return;
  const detail = `Too many requests for status pages came from your address. Wait ${retryAfterSeconds} s.`;
  throw new AppError("too_many_requests", detail, { retryAfterSeconds, notBegun: true });
}
