import type { ErrorCode } from "@/lib/errors";
import { problems } from "@/lib/http/message/problem";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { replyHeaders } from "./common-parts";
import { closedObject } from "./common-schemas";

const codes = Object.keys(problems) as ErrorCode[];
const text = { type: "string" };

/** The form of every error (RFC 9457), with all codes. */
export const problemSchema: JsonObject = {
  type: "object",
  description: "A problem document (RFC 9457). Decide by code; show detail to people.",
  properties: {
    type: { type: "string", description: "Where the docs say more." },
    title: text,
    status: { type: "integer" },
    detail: { type: "string", description: "The fault, what it concerns, and how to correct it." },
    code: { enum: codes },
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

/** The statuses of all problems, in ascending order. */
export const problemStatuses: readonly number[] = [
  ...new Set(codes.map((code) => problems[code].status)),
].sort((one, other) => one - other);

/** Returns the name of the response for a problem's status. */
export function problemName(status: number): string {
  return `Problem${status}`;
}

/** Returns one response for each status. */
export function problemResponses(): JsonObject {
  return Object.fromEntries(
    problemStatuses.map((status) => [problemName(status), responseOf(status)]),
  );
}

function responseOf(status: number): JsonObject {
  const own = codes.filter((code) => problems[code].status === status);
  return {
    description: `${own.map((code) => problems[code].title).join(", or ")}.`,
    headers: replyHeaders(...(headersBeside[status] ?? [])),
    content: {
      "application/problem+json": {
        schema: {
          ...schemaRef("Problem"),
          properties: { status: { const: status }, code: { enum: own } },
        },
      },
    },
  };
}

const headersBeside: Readonly<Record<number, readonly string[]>> = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};
