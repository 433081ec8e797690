import type { ErrorCode, Fault } from "@/lib/errors";
import type { Operation } from "@/lib/schema/resource";

/** What the API says when it does not do what was asked (RFC 9457), or that it could not be reached. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: ErrorCode | "offline";
  /** What happened, to what, and the remedy. */
  readonly detail: string;
  /** To quote to the operator; absent when the server was not reached. */
  readonly requestId: string | undefined;
  /** What is wrong with which field, by JSON pointer (RFC 6901) into the body. */
  readonly faults: readonly Fault[];
  /** For 403: the permission that is missing, and all that would do. */
  readonly missing: string | undefined;
  readonly sufficient: readonly string[];
  /** For 403: what was tried. */
  readonly refused: Refused | undefined;
  /** How long the server asks to wait before the next try (Retry-After); undefined when it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: ProblemBody, retryAfterMs?: number) {
    super(body.detail ?? "The server could not be reached.");
    this.name = "ApiProblem";
    this.status = status;
    this.code = body.code ?? "internal";
    this.detail = this.message;
    this.requestId = body.requestId;
    this.faults = body.errors ?? [];
    this.missing = body.missing;
    this.sufficient = body.sufficient ?? [];
    this.refused = body.refused;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The members of a problem that we read. */
export interface ProblemBody {
  readonly detail?: string;
  readonly code?: ErrorCode | "offline";
  readonly requestId?: string;
  /** True when nothing was begun, so that the request can be sent again without harm. */
  readonly notBegun?: boolean;
  readonly errors?: readonly Fault[];
  readonly missing?: string;
  readonly sufficient?: readonly string[];
  readonly refused?: Refused;
}

/** An operation of a resource, as the API is asked why it is refused. */
export interface Refused {
  readonly resource: string;
  readonly operation: Operation;
  /** Where it is refused, when not everywhere. */
  readonly projectId?: string;
}

/** True for an `ApiProblem`, of one of `codes` when any are named. */
export function isProblem(
  error: unknown,
  ...codes: readonly ApiProblem["code"][]
): error is ApiProblem {
  return error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code));
}

/** What went wrong, in words for a person, with the request id to quote where the fault is the server's. */
export function explain(error: unknown): string {
  if (!isProblem(error)) return error instanceof Error ? error.message : String(error);
  if (error.status < 500 || error.requestId === undefined) return error.detail;
  return `${error.detail} Request id: ${error.requestId}`;
}
