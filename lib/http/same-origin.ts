import { AppError } from "@/lib/errors";
import type { ApiRequest } from "./exchange";

/**
 * Throws `forbidden` unless a request that a session would authorise comes from our own pages: a cookie is sent
 * along by any page that asks. Reading by GET needs `Sec-Fetch-Site: same-origin`; everything else the same
 * `Origin` and JSON, unless the route takes a file as it is; a GET that writes is refused always.
 */
export function requireOwnPage(
  request: ApiRequest,
  { isSafe, takesFile = false }: RouteManner,
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
  if (headers["sec-fetch-site"] === "same-origin") return;
  throw refused(
    'Signed in, a GET needs "Sec-Fetch-Site: same-origin", which browsers send over https and on localhost. Programs send an API key.',
  );
}

/** What of a route counts here. */
interface RouteManner {
  /** It only reads. */
  readonly isSafe: boolean;
  readonly takesFile?: boolean;
}

/** Throws `forbidden` unless the request says that it comes from our own pages. */
export function requireOwnOrigin({ headers }: ApiRequest, publicUrl: string | undefined): void {
  const { origin, host, "sec-fetch-site": site } = headers;
  const own = publicUrl === undefined ? [`http://${host}`, `https://${host}`] : [publicUrl];
  const isOwn = origin !== undefined && own.includes(origin.toLowerCase());
  if (isOwn && (site === undefined || site === "same-origin")) return;
  throw refused(
    publicUrl === undefined
      ? "This was not asked for by a page of this server. Use the console, or an API key."
      : `This was not asked for by a page of ${publicUrl}. Open the console there, or use an API key.`,
  );
}

/** The same for what may come from a program too: browsers always say the origin of what they send. */
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
