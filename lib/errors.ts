/** Error codes, which clients see in `code`. `lib/http/message/problem.ts` has their statuses. */
export type ErrorCode =
  | "unauthenticated"
  | "other_user"
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

/** One fault in a request: a JSON pointer (RFC 6901) into the body, the field, and what to do. */
export interface Fault {
  readonly pointer: string;
  readonly field: string;
  readonly message: string;
}

/** Optional contents of an error besides its code and text. */
export interface ErrorDetails {
  readonly faults?: readonly Fault[];
  /** For 405: the methods that the path supports. */
  readonly allow?: readonly string[];
  readonly retryAfterSeconds?: number;
  /** For 429: the `RateLimit-*` headers. */
  readonly rateLimit?: Readonly<Record<string, string>>;
  /** True if no work was begun for the request, which can then safely be sent again. */
  readonly notBegun?: boolean;
  /** For 403: the title of the missing permission, and all sufficient ones. */
  readonly missing?: string;
  readonly sufficient?: readonly string[];
  /** For 403: parameters for `/api/access`. The project is absent if all projects refuse it. */
  readonly refused?: {
    readonly resource: string;
    readonly operation: string;
    readonly projectId?: string;
  };
}

/**
 * The only error that operations throw on purpose. `detail` is for users: what happened, to what,
 * and the remedy; `cause` is for the log only. Errors cross module copies by `code`, so test with
 * `isAppError`, not `instanceof`.
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

/** Returns true for an `AppError` of this or another copy of the module. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error;
}

/** More faults would make a response many times the size of the request. */
const mostFaults = 50;

/** Returns a 400 with at most 50 faults. Its detail is the first message, and how many follow. */
export function invalid(faults: readonly Fault[]): AppError {
  const [first] = faults;
  const rest = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  return new AppError("validation", `${first?.message ?? "The request is not valid."}${rest}`, {
    faults: faults.slice(0, mostFaults).map(bounded),
  });
}

/** Longer than any existing pointer. The cut part is a name made up by a client. */
const longestPointer = 1_000;
const longestName = 100;

function bounded({ pointer, field, message }: Fault): Fault {
  return { pointer: cut(pointer, longestPointer), field: cut(field, longestName), message };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
