import { AppError } from "@/lib/errors";
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

/**
 * A 200 with a JSON body: the status of every success (reference, "Endpoints"). Throws `query_too_expensive` for more
 * than the longest string there can be, about 500 million characters.
 */
export function jsonReply(
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return {
    status: 200,
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
    body: textOf(value),
  };
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    if (!(cause instanceof RangeError && /string length/i.test(cause.message))) throw cause;
    const detail = "The answer would be too long. Select fewer fields, or lower the limit.";
    throw new AppError("query_too_expensive", detail);
  }
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
