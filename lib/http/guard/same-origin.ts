import { AppError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/message/request-response";

/**
 * Throws `forbidden` unless a request that a session would authorize comes from our own pages,
 * because browsers send cookies with any page's requests. A GET that reads needs `Sec-Fetch-Site:
 * same-origin` if browsers send that header, which is over TLS and on localhost. Over plain http
 * elsewhere it may lack the header, unless it names another `Origin`, because a read changes
 * nothing and other pages cannot see the response. A logged read then needs our own `Referer`,
 * because a link from elsewhere could start it. All other requests need our `Origin` and JSON,
 * unless the route takes a file. A GET that writes is always refused.
 */
export function requireOwnPage(
  request: ApiRequest,
  { isSafe, isNoted = false, takesFile = false }: RouteManner,
  publicUrl: string | undefined,
): void {
  const { method, headers } = request;
  if (method !== "GET" && method !== "HEAD") {
    requireOwnOrigin(request, publicUrl);
    if (method !== "DELETE" && !takesFile) requireJson(headers["content-type"]);
    return;
  }
  if (!isSafe) {
    throw refused("A GET that writes needs an API key. Signed in, use POST, PUT or DELETE.");
  }
  const { origin, "sec-fetch-site": site } = headers;
  if (site === "same-origin") return;
  const isByTls = publicUrl?.startsWith("https:") ?? false;
  const isOwn =
    origin === undefined || ownOrigins(request, publicUrl).includes(origin.toLowerCase());
  if (isNoted) requireOwnReferer(request, publicUrl);
  if (site === undefined && isOwn && !isByTls) return;
  throw refused(
    'Signed in, a GET needs "Sec-Fetch-Site: same-origin", as browsers send it for our own pages. Programs send an API key.',
  );
}

function requireOwnReferer(request: ApiRequest, publicUrl: string | undefined): void {
  if (ownOrigins(request, publicUrl).includes(originIn(request.headers["referer"]))) return;
  throw refused(
    "Open the console and download it there: this was not asked for by a page of this server. Programs send an API key.",
  );
}

function originIn(referer = ""): string {
  return URL.canParse(referer) ? new URL(referer).origin : "";
}

function ownOrigins({ headers }: ApiRequest, publicUrl: string | undefined): readonly string[] {
  const { host } = headers;
  return publicUrl === undefined ? [`http://${host}`, `https://${host}`] : [publicUrl];
}

/** The properties of a route that matter here. */
interface RouteManner {
  /** The route only reads. */
  readonly isSafe: boolean;
  /** The change log records the read. */
  readonly isNoted?: boolean;
  readonly takesFile?: boolean;
}

/** Throws `forbidden` unless the request states our own origin. */
export function requireOwnOrigin(request: ApiRequest, publicUrl: string | undefined): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  const isOwn =
    origin !== undefined && ownOrigins(request, publicUrl).includes(origin.toLowerCase());
  if (isOwn && (site === undefined || site === "same-origin")) return;
  throw refused(
    publicUrl === undefined
      ? "The request did not come from a page of this server. Use the console, or an API key."
      : `The request did not come from a page of ${publicUrl}. Open the console there, or use an API key.`,
  );
}

/** Does the same, but allows requests from programs. Browsers always state the origin. */
export function refuseOtherPages(request: ApiRequest, publicUrl: string | undefined): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (origin !== undefined || site !== undefined) requireOwnOrigin(request, publicUrl);
}

function requireJson(type = ""): void {
  if (/^\s*application\/json\s*(?:;|$)/i.test(type)) return;
  throw refused('Signed in, a request that writes needs "Content-Type: application/json".');
}

function refused(detail: string): AppError {
  return new AppError("forbidden", detail);
}
