import { type AppError, type ErrorCode, type ErrorDetails, isAppError } from "@/lib/errors";
import type { ApiResponse } from "./request-response";

/** The only mapping from codes to statuses. */
export const problems: Readonly<
  Record<ErrorCode, { readonly status: number; readonly title: string }>
> = {
  unauthenticated: { status: 401, title: "Unauthorized" },
  other_user: { status: 401, title: "Another user is signed in" },
  forbidden: { status: 403, title: "Not permitted" },
  confirmation_required: { status: 403, title: "Password needed" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  validation: { status: 400, title: "Invalid request" },
  query_too_expensive: { status: 400, title: "Query too expensive" },
  page_too_large: { status: 400, title: "Page too large" },
  conflict: { status: 409, title: "Conflict" },
  project_being_deleted: { status: 409, title: "Project is being deleted" },
  precondition_failed: { status: 412, title: "Precondition failed" },
  payload_too_large: { status: 413, title: "Body too large" },
  unsupported_media_type: { status: 415, title: "Not JSON" },
  too_many_requests: { status: 429, title: "Too many requests" },
  unavailable: { status: 503, title: "Unavailable" },
  internal: { status: 500, title: "Internal error" },
};

const internalDetail =
  "The server failed to handle the request. Try again. If it fails again, give the request id to the operator.";

/**
 * Returns the response for any thrown value, in the form of RFC 9457 with `code`, `requestId` and
 * `message`. Anything but an `AppError` becomes "internal" without details.
 */
export function problemReply(error: unknown, requestId: string): ApiResponse {
  const body = problemBody(error, requestId);
  return {
    status: body.status,
    headers: {
      "Content-Type": "application/problem+json; charset=utf-8",
      ...headersOf(body.code, expected(error)?.details ?? {}),
    },
    body: JSON.stringify(body),
  };
}

/** Returns a problem as JSON, for a whole response or a part of one. */
export function problemBody(error: unknown, requestId: string) {
  const known = expected(error);
  const code = known?.code ?? "internal";
  const detail = known?.detail ?? internalDetail;
  const details = known?.details ?? {};
  const { status, title } = problems[code];
  return {
    type: `/docs#error-${code}`,
    title,
    status,
    detail,
    code,
    requestId,
    message: detail,
    ...(details.faults && { errors: details.faults }),
    ...(details.notBegun && { notBegun: true }),
    ...(details.missing !== undefined && { missing: details.missing }),
    ...(details.sufficient && { sufficient: details.sufficient }),
    ...(details.refused && { refused: details.refused }),
  };
}

/** Returns the loggable part of a thrown value: unexpected errors as is, else the cause. */
export function loggedError(error: unknown): unknown {
  const known = expected(error);
  return known ? known.cause : error;
}

function expected(error: unknown): AppError | undefined {
  if (!isAppError(error) || error.code === "internal") return undefined;
  return Object.hasOwn(problems, error.code) ? error : undefined;
}

function headersOf(code: ErrorCode, details: ErrorDetails): Record<string, string> {
  const retryAfter = details.retryAfterSeconds ?? retryAfterOf[code];
  return {
    ...(problems[code].status === 401 && { "WWW-Authenticate": challenge }),
    ...(details.allow && { Allow: details.allow.join(", ") }),
    ...details.rateLimit,
    ...(retryAfter !== undefined && { "Retry-After": String(Math.max(1, Math.ceil(retryAfter))) }),
  };
}

/** The ways to send a key (RFC 9110, section 11.6.1; RFC 6750, section 3). */
const challenge = 'ApiKey realm="api", Bearer realm="api"';

/** Default seconds to wait, if the error has none. */
const retryAfterOf: Partial<Record<ErrorCode, number>> = { too_many_requests: 1, unavailable: 2 };
