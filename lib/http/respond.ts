import type { Row } from "@/lib/schema/row";
import type { ApiResponse } from "./exchange";

/** What an operation's list answers. */
export interface Page {
  readonly count: number;
  readonly limit: number;
  readonly skip: number;
  readonly data: readonly Row[];
  readonly nextCursor?: string | null;
}

/** A 200 with a JSON body: the status of every success (reference, "Endpoints"). */
export function jsonReply(
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return {
    status: 200,
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(value),
  };
}

/** A page of records: `count`, `limit`, `skip`, `data` in this order, `nextCursor` only with a cursor. */
export function listReply({ count, limit, skip, data, nextCursor }: Page): ApiResponse {
  const page = { count, limit, skip, data };
  return jsonReply(nextCursor === undefined ? page : { ...page, nextCursor });
}

/** A reply without a body. */
export function emptyReply(
  status: 204 | 304,
  headers: Readonly<Record<string, string>>,
): ApiResponse {
  return { status, headers, body: "" };
}
