import type { ErrorCode } from "@/lib/errors";
import { problems } from "@/lib/http/message/problem";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { partRef, replyHeaders } from "./common-parts";
import { closedObject } from "./common-schemas";

const codes = Object.keys(problems) as ErrorCode[];
const text = { type: "string" };

/** The form of every error (RFC 9457), with all codes. */
export const problemSchema: JsonObject = {
  type: "object",
  description: `A problem document (RFC 9457). Decide by code; show detail to people. The statuses: ${statuses()}.`,
  properties: {
    type: { type: "string", description: "Where the docs say more." },
    title: text,
    status: { type: "integer" },
    detail: { type: "string", description: "The fault, what it concerns, and how to correct it." },
    code: { type: "string", enum: codes },
    requestId: { type: "string", description: "The X-Request-Id of this reply." },
    message: { type: "string", description: "The same as detail." },
    errors: {
      type: "array",
      description: "Every fault of the request.",
      items: closedObject({
        pointer: { type: "string", description: "A JSON pointer (RFC 6901) into the body." },
        field: text,
        message: text,
      }),
    },
    notBegun: {
      type: "boolean",
      const: true,
      description: "Nothing was begun: send the same request again after Retry-After.",
    },
    missing: { type: "string", description: "The permission that is missing." },
    sufficient: {
      type: "array",
      items: text,
      description: "Every permission and role of which one would do.",
    },
    refused: {
      type: "object",
      description: "The operation that is refused; `/api/access` says why.",
      properties: { resource: text, operation: text, projectId: text },
      required: ["resource", "operation"],
      additionalProperties: false,
    },
  },
  required: ["type", "title", "status", "detail", "code", "requestId", "message"],
  additionalProperties: false,
};

/** The response of every error. */
export const problemResponse: JsonObject = {
  description: "An error. Its `code` says which.",
  ...replyHeaders("WWW-Authenticate", "Allow", "Retry-After"),
  content: { "application/problem+json": { schema: schemaRef("Problem") } },
};

/** The statuses of the errors of every operation that states no others. */
export const usualStatuses: readonly number[] = [400, 401, 403, 413, 415, 429, 500, 503];

/**
 * Returns the successes of an operation and, by reference, its errors. `x-problem-statuses` beside
 * them says which errors these are, unless they are the usual ones.
 */
export function responsesOf(successes: JsonObject, statuses: readonly number[]): JsonObject {
  const problem = partRef("responses", "Problem");
  // Linters ask for a client error by its status, and a generator writes "4XX" as a number.
  const own = [...new Set(statuses)].sort((one, other) => one - other);
  return {
    responses: { ...successes, "400": problem, default: problem },
    ...(own.join() !== usualStatuses.join() && { "x-problem-statuses": own }),
  };
}

/** Returns the status of each code as text: `validation 400, conflict 409`. */
function statuses(): string {
  return codes.map((code) => `${code} ${problems[code].status}`).join(", ");
}
