import { problemBody, problemReply } from "@/lib/http/message/problem";
import type { ApiResponse } from "@/lib/http/message/request-response";

/**
 * Statuses that make the clients of OneUptime leave the page or log the user out, and the statuses
 * that they show as an error instead.
 */
const statuses: ReadonlyMap<number, number> = new Map([
  [401, 400],
  [403, 422],
  [405, 422],
]);

/**
 * Returns the response for a thrown value in the dialect: `message` has the text of every fault,
 * and `error` repeats it.
 */
export function dialectProblem(error: unknown, requestId: string): ApiResponse {
  const { headers } = problemReply(error, requestId);
  const body = problemBody(error, requestId);
  const status = statuses.get(body.status) ?? body.status;
  const text = textOf(body);
  const { "WWW-Authenticate": _, ...others } = headers;
  const shown = { ...body, status, message: text, error: text };
  return { status, headers: others, body: JSON.stringify(shown) };
}

function textOf({ status, detail, errors = [] }: ReturnType<typeof problemBody>): string {
  if (status === 401) return `Invalid API Key. ${detail}`;
  return errors.length > 1 ? errors.map(({ message }) => message).join(" ") : detail;
}
