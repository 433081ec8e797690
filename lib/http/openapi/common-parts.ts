import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";

/** A reference to a shared part of the document. */
export function partRef(kind: string, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

const text = { type: "string" };

/** Headers that replies carry. */
export const headers: JsonObject = {
  "X-Request-Id": {
    description: "What the request goes by in logs: yours when it is well formed, else a new one.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
  },
  "Server-Timing": {
    description: "How long the server took, in milliseconds.",
    schema: { type: "string", examples: ["total;dur=1.84"] },
  },
  "Cache-Control": { schema: { const: "no-store" } },
  "X-Content-Type-Options": { schema: { const: "nosniff" } },
  ETag: {
    description:
      "The record's version and what of it is shown. None when a select reaches into relations.",
    schema: { type: "string", pattern: '^"\\d+-[A-Za-z0-9_-]+"$' },
  },
  "Idempotent-Replayed": {
    description: "Present when this is the kept answer to an earlier request with the same key.",
    schema: { const: "true" },
  },
  Allow: { description: "The methods this path has.", schema: text },
  "Retry-After": {
    description: "Seconds to wait before the next attempt.",
    schema: { type: "string", pattern: "^\\d+$" },
  },
  "WWW-Authenticate": { schema: text },
  "RateLimit-Remaining": {
    description:
      "Requests this key has left until `RateLimit-Reset` seconds from now, of `RateLimit-Limit` a minute. All three only where the operator set a limit.",
    schema: { type: "string", pattern: "^\\d+$" },
  },
};

/** The headers of every reply, and those named besides, as references. */
export function replyHeaders(...besides: readonly string[]): JsonObject {
  const names = [...everywhere, ...besides];
  return Object.fromEntries(names.map((name) => [name, partRef("headers", name)]));
}

const everywhere = [
  "X-Request-Id",
  "Server-Timing",
  "Cache-Control",
  "X-Content-Type-Options",
  "RateLimit-Remaining",
];

const jsonPart = (name: string, description: string): JsonObject => ({
  name,
  in: "query",
  description,
  content: { "application/json": { schema: { type: "object" } } },
});

const header = (name: string, description: string, schema: JsonObject = text): JsonObject => ({
  name,
  in: "header",
  description,
  schema,
});

/** Parameters that operations share. */
export const parameters: JsonObject = {
  limit: {
    name: "limit",
    in: "query",
    description: "Records on a page; above 100 counts as 100.",
    schema: schemaRef("Limit"),
  },
  skip: {
    name: "skip",
    in: "query",
    description: "Records to pass over.",
    schema: schemaRef("Skip"),
  },
  cursor: {
    name: "cursor",
    in: "query",
    description:
      "Empty for the first page, then the nextCursor of the page before. skip is ignored.",
    schema: text,
  },
  count: {
    name: "count",
    in: "query",
    description: "none spares the counting: count is then -1.",
    schema: schemaRef("CountMode"),
  },
  select: jsonPart("select", "The same as select in the body, for clients whose GET carries none."),
  query: jsonPart("query", "The same as query in the body, for clients whose GET carries none."),
  sort: jsonPart("sort", "The same as sort in the body, for clients whose GET carries none."),
  requestId: header("X-Request-Id", "A name of yours for this request, found again in the reply.", {
    type: "string",
    pattern: "^[A-Za-z0-9._-]{1,128}$",
  }),
  ifMatch: header("If-Match", "Write only if the record still has this ETag; else 412."),
  ifNoneMatch: header("If-None-Match", "Answer 304 when the record still has this ETag."),
  idempotencyKey: header(
    "Idempotency-Key",
    "Sent again within 24 hours with the same body, the first answer comes back and nothing is written.",
    { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
  ),
};

const count = {
  type: "integer",
  minimum: -1,
  description: "All records that match; -1 when they were not counted.",
};

/** Schemas that resources share besides those of the kinds. */
export const schemas: JsonObject = {
  Limit: { type: "integer", minimum: 1, default: 10 },
  Skip: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 },
  CountMode: { enum: ["exact", "none"], default: "exact" },
  SortDirection: {
    description: "1 or ASC: ascending, nulls first. -1 or DESC: descending.",
    enum: [1, -1, "ASC", "DESC", "asc", "desc"],
  },
  SelectRelated: {
    description: "true for the id, or an object of the fields of the record it names.",
    anyOf: [{ type: "boolean" }, { type: "object", additionalProperties: { type: "boolean" } }],
  },
  Reference: {
    description: "The same as the field named …Id, which it stands in for.",
    anyOf: [
      schemaRef("ObjectId"),
      { type: "object", properties: { _id: schemaRef("ObjectId") }, required: ["_id"] },
      { type: "null" },
    ],
  },
  Ignored: { description: "The server's own: what is sent is not used.", readOnly: true },
  Count: {
    type: "object",
    properties: { count: { type: "integer", minimum: 0 } },
    required: ["count"],
    additionalProperties: false,
  },
  Empty: { type: "object", maxProperties: 0 },
  Health: {
    type: "object",
    properties: { status: { const: "ok" } },
    required: ["status"],
    additionalProperties: false,
  },
};

/** A page of records of the component `name`. */
export function listSchema(name: string): JsonObject {
  return {
    type: "object",
    properties: {
      count,
      limit: { type: "integer", minimum: 1, maximum: 100 },
      skip: { type: "integer", minimum: 0 },
      data: { type: "array", maxItems: 100, items: schemaRef(name) },
      nextCursor: {
        type: ["string", "null"],
        description: "Only when a cursor was sent; null on the last page.",
      },
    },
    required: ["count", "limit", "skip", "data"],
    additionalProperties: false,
  };
}
