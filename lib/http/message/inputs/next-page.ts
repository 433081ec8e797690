import type { ListReply } from "@/lib/operations/record/list";
import type { Resource } from "@/lib/schema/resource";
import type { Inputs } from "./inputs";
import { maxSkip } from "./paging";

interface Listed extends Inputs {
  readonly resource: Resource;
  /** The address of the deployment, without a final slash. */
  readonly publicUrl: string | undefined;
}

/** Longer addresses are refused when they are requested. */
const longestAddress = 8_000;

/**
 * Returns the `Link` to the next page (RFC 8288) of a list that has more records; no header for
 * other lists, for a POST, above the highest `skip`, and for an address above 8 kB. The address repeats the query of the
 * request, also that of its body, and is absolute if `PUBLIC_URL` is set. A POST gets none, because
 * a link is followed by GET, and its query would appear in addresses.
 */
export function nextPageHeader(
  listed: Listed,
  method: string,
  reply: ListReply,
): Record<string, string> {
  if (method === "POST" || !reply.hasMore) return {};
  if (typeof reply.nextCursor !== "string" && reply.skip + reply.limit > maxSkip) return {};
  const { publicUrl, resource } = listed;
  const path = `${publicUrl ?? ""}/api/${resource.path}/get-list`;
  const address = `${path}?${nextQuery(listed, reply)}`;
  return address.length > longestAddress ? {} : { Link: `<${address}>; rel="next"` };
}

/** `URLSearchParams` escapes all characters that could end the address. */
function nextQuery(
  { query, body }: Inputs,
  { limit, skip, nextCursor }: ListReply,
): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ["select", "query", "sort"]) {
    if (body[name] !== undefined) next.set(name, JSON.stringify(body[name]));
  }
  if (typeof body["count"] === "string" && !next.has("count")) next.set("count", body["count"]);
  next.set("limit", String(limit));
  if (typeof nextCursor === "string") {
    next.delete("skip");
    next.set("cursor", nextCursor);
  } else next.set("skip", String(skip + limit));
  return next;
}
