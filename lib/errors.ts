/** What can go wrong, by the name clients see as `code`. One table turns codes into statuses (`lib/http/message/problem.ts`). */
export type ErrorCode =
  | "unauthenticated"
  | "forbidden"
  | "confirmation_required"
  | "not_found"
  | "method_not_allowed"
  | "validation"
  | "query_too_expensive"
  | "page_too_large"
  | "conflict"
  | "project_being_deleted"
  | "precondition_failed"
  | "payload_too_large"
  | "unsupported_media_type"
  | "too_many_requests"
  | "unavailable"
  | "internal";

/** One fault in what a client sent: a JSON pointer (RFC 6901) into the body, the field, and what to do. */
export interface Fault {
  readonly pointer: string;
  readonly field: string;
  readonly message: string;
}

/** What an error may carry besides its code and text. */
export interface ErrorDetails {
  readonly faults?: readonly Fault[];
  /** For 405: the methods the path has. */
  readonly allow?: readonly string[];
  readonly retryAfterSeconds?: number;
  /** True when nothing was begun for the request, so that it can be sent again without harm. */
  readonly notBegun?: boolean;
  /** For 403: the title of the permission that is missing, and all that would do. */
  readonly missing?: string;
  readonly sufficient?: readonly string[];
  /** For 403: what was tried, as `/api/access` is asked about it; with the project where it is not everywhere refused. */
  readonly refused?: {
    readonly resource: string;
    readonly operation: string;
    readonly projectId?: string;
  };
}

/**
 * The only error that operations throw on purpose. `detail` is for people: it names what happened, to
 * what, and the remedy; `cause` is for the log alone. Errors cross module copies by `code`, so test with `isAppError`,
 * not `instanceof`.
 */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(detail, options);
    this.name = "AppError";
  }
}

/** True for an `AppError` of this or another copy of the module. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error;
}

/** More faults than anybody reads at once would make a reply many times the size of the request. */
const mostFaults = 50;

/** A 400 that lists the faults, 50 at most; its detail is the first one's message, with the number of others. */
export function invalid(faults: readonly Fault[]): AppError {
  const [first] = faults;
  const rest = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  return new AppError("validation", `${first?.message ?? "The request is not valid."}${rest}`, {
    faults: faults.slice(0, mostFaults).map(bounded),
  });
}

/** Longer than any place that exists; what is cut off is the name a client made up. */
const longestPointer = 1_000;
const longestName = 100;

function bounded({ pointer, field, message }: Fault): Fault {
  return { pointer: cut(pointer, longestPointer), field: cut(field, longestName), message };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
