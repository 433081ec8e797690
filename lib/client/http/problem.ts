import type { ErrorCode, Fault } from "@/lib/errors";
import type { Operation } from "@/lib/schema/resource";

/** An error response of the API (RFC 9457), or a failure to reach it. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: ErrorCode | "offline";
  /** Message for the user: the event, the affected object and the remedy. */
  readonly detail: string;
  /** Id to quote to the operator; absent if the server was not reached. */
  readonly requestId: string | undefined;
  /** The request was not sent, or the server started nothing. */
  readonly isUnsent: boolean;
  /** Validation errors of fields, by JSON pointer (RFC 6901) into the body. */
  readonly faults: readonly Fault[];
  /** For 403: the missing permission, and every permission that suffices. */
  readonly missing: string | undefined;
  readonly sufficient: readonly string[];
  /** For 403: the denied operation. */
  readonly refused: Refused | undefined;
  /** Delay that the server requests before the next try (Retry-After); undefined without one. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: ProblemBody, retryAfterMs?: number) {
    super(body.detail ?? "The server could not be reached.");
    this.name = "ApiProblem";
    this.status = status;
    this.code = body.code ?? "internal";
    this.detail = this.message;
    this.requestId = body.requestId;
    this.isUnsent = body.notBegun === true;
    this.faults = body.errors ?? [];
    this.missing = body.missing;
    this.sufficient = body.sufficient ?? [];
    this.refused = body.refused;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The members of a problem document that the client reads. */
export interface ProblemBody {
  readonly detail?: string;
  readonly code?: ErrorCode | "offline";
  readonly requestId?: string;
  /** True if the server started nothing, so that the request can safely be sent again. */
  readonly notBegun?: boolean;
  readonly errors?: readonly Fault[];
  readonly missing?: string;
  readonly sufficient?: readonly string[];
  readonly refused?: Refused;
}

/** A denied operation of a resource, as the parameters of an access query. */
export interface Refused {
  readonly resource: string;
  readonly operation: Operation;
  /** Project in which it is denied; absent if denied in all. */
  readonly projectId?: string;
}

/** Returns true for an `ApiProblem` that has one of `codes`, or any code if none are given. */
export function isProblem(
  error: unknown,
  ...codes: readonly ApiProblem["code"][]
): error is ApiProblem {
  return error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code));
}

/** Returns the message of an error for the user; for a server error (5xx) with the request id. */
export function explain(error: unknown): string {
  if (!isProblem(error)) return error instanceof Error ? error.message : String(error);
  if (error.status < 500 || error.requestId === undefined) return error.detail;
  return `${error.detail} Request id: ${error.requestId}`;
}

/** Returns a problem document; empty if the text is not a JSON object, for example from a proxy. */
export function asProblem(text: string): ProblemBody {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
