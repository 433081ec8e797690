import type { IncomingMessage } from "node:http";

/** The server joins repeated headers into one string. Only `set-cookie` is a list. */
export function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string") plain[name] = value;
  }
  return plain;
}
