import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

type PlainHeaders = Readonly<Record<string, string | undefined>>;

/**
 * Returns the headers of a request. They are read only. The server joins repeated headers into one
 * string; only `set-cookie` is a list. It is left out, because clients have no reason to send it.
 */
export function plainHeaders({ headers }: IncomingMessage): PlainHeaders {
  // Performance: a copy takes some 4 % of the time of a get.
  if (isPlain(headers)) return headers;
  return Object.fromEntries(Object.entries(headers).filter(isText));
}

/** Node makes a list only of `set-cookie` if the server joins the others (`joinDuplicateHeaders`). */
function isPlain(headers: IncomingHttpHeaders): headers is NodeJS.Dict<string> {
  return headers["set-cookie"] === undefined;
}

function isText(header: [string, unknown]): header is [string, string] {
  return typeof header[1] === "string";
}
