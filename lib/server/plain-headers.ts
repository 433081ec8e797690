import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

type PlainHeaders = Readonly<Record<string, string | undefined>>;

/**
 * Returns the headers of a request, to be read only. The server joins repeated headers into one
 * string. Only `set-cookie` is a list, which no client has a reason to send; it is left out.
 */
export function plainHeaders({ headers }: IncomingMessage): PlainHeaders {
  if (isPlain(headers)) return headers;
  const { "set-cookie": _, ...others } = headers;
  return isPlain(others) ? others : {};
}

function isPlain(headers: IncomingHttpHeaders): headers is NodeJS.Dict<string> {
  return headers["set-cookie"] === undefined;
}
