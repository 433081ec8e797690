import { appendAccessLogEntry } from "@/lib/auth/access-log/access-log";
import { noteRefusal } from "@/lib/auth/access-log/refusals";
import { accountHash, rememberAddress } from "@/lib/auth/guesses/known-addresses";
import { tryVisitor, visitorToken } from "@/lib/auth/visitors/visitor";
import { AppError, isAppError } from "@/lib/errors";
import type { SessionService } from "@/lib/http/guard/session-service";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import type { Row } from "@/lib/schema/row";
import { signInDocument } from "./html/other-documents";
import { htmlHeaders } from "./page-replies";
import { visitorCookie } from "./visitor-cookie";

type Headers = Readonly<Record<string, string>>;

/**
 * Signs a visitor of a private page in, and leads back to the page. An attempt counts as one of a
 * user's sign-in does, for this page and e-mail, before it is checked. The access log records both
 * results, but no unknown e-mail.
 */
export async function signIn(
  { store, limit, secret, deviceOf, publicUrl, now }: SessionService,
  page: Row,
  { request, requestId }: Asked,
): Promise<ApiResponse> {
  requireOwnForm(request, publicUrl);
  const fields = new URLSearchParams(request.body);
  // Other spellings of an e-mail count as the same account.
  const email = (fields.get("email") ?? "").trim().slice(0, longestEmail);
  const password = fields.get("password") ?? "";
  const base = baseOf(page);
  if (page.requireSsoForLogin === true) {
    return signInReply(base, { status: 403, problem: singleSignOnOnly, email });
  }
  const account = `status page ${page._id} ${email}`;
  const device = deviceOf(request);
  const about = { statusPageId: String(page._id), projectId: String(page.projectId) };
  const entry = { ...about, at: now(), device, requestId };
  const refused = { ...entry, event: "visitor_sign_in_refused" } as const;
  try {
    const forgive = await limit.spend(account, device.address);
    const { userId, visitor } = await tryVisitor(store.reader, page, email, password);
    if (!visitor) {
      noteRefusal(store, { ...refused, visitorId: userId });
      return signInReply(base, { status: 401, problem: wrong, email });
    }
    await forgive();
    const known = await secret();
    await store.write(async (writer) => {
      // Guesses from other addresses then cannot lock the visitor out.
      await rememberAddress(writer, known, accountHash(known, account), device.address);
      const signedIn = { ...entry, event: "visitor_sign_in", visitorId: userId } as const;
      await appendAccessLogEntry(writer, signedIn);
    });
    const token = visitorToken(known, page, visitor, now());
    return leadTo(base, visitorCookie(page, publicUrl).write(token));
  } catch (error) {
    if (!isAppError(error) || error.code !== "too_many_requests") throw error;
    noteRefusal(store, refused);
    const headers = { "Retry-After": String(error.details.retryAfterSeconds ?? 60) };
    return signInReply(base, { status: 429, problem: error.detail, email, headers });
  }
}

/** A request with the id that the server gave it. */
interface Asked {
  readonly request: ApiRequest;
  readonly requestId: string;
}

/** Characters of the longest address (RFC 5321, section 4.5.3). */
const longestEmail = 320;

const wrong = "Wrong e-mail or password. Check both.";
const singleSignOnOnly =
  "This page can only be seen with single sign-on, which this server does not offer. Ask its owner.";

/** Deletes the cookie of a page, and leads back to it. */
export function signOut(
  { publicUrl }: Pick<SessionService, "publicUrl">,
  page: Row,
  request: ApiRequest,
): ApiResponse {
  requireOwnForm(request, publicUrl);
  return leadTo(baseOf(page), visitorCookie(page, publicUrl).write(undefined));
}

interface Refusal {
  readonly status: number;
  readonly problem: string;
  /** As the visitor typed it. */
  readonly email: string;
  readonly headers?: Headers;
}

/** Returns the form in which visitors sign in, after a refusal with its reason. */
export function signInReply(base: string, refusal?: Refusal): ApiResponse {
  const { text, policy } = signInDocument(base, refusal?.problem, refusal?.email);
  const headers = { ...htmlHeaders(policy), ...refusal?.headers };
  return { status: refusal?.status ?? 200, headers, body: text };
}

/** Returns the path of the page with a slug. */
export function baseOf({ slug }: Row): string {
  return `/status/${encodeURIComponent(String(slug))}`;
}

/** Returns the reply that leads a browser to another path. */
export function leadTo(location: string, headers: Headers = {}): ApiResponse {
  return { status: 303, headers: { Location: location, ...headers }, body: "" };
}

/** A page may have an address of its own behind a proxy, so the host that was asked counts too. */
function requireOwnForm({ headers }: ApiRequest, publicUrl: string | undefined): void {
  const { origin, host, "sec-fetch-site": site } = headers;
  if (origin === undefined && site === undefined) return;
  const own = [
    `http://${host}`,
    `https://${host}`,
    ...(publicUrl === undefined ? [] : [publicUrl]),
  ];
  const isOwn = origin !== undefined && own.includes(origin.toLowerCase());
  if (isOwn && (site === undefined || site === "same-origin")) return;
  throw new AppError(
    "forbidden",
    "The form was not sent by this status page. Open it and sign in.",
  );
}
