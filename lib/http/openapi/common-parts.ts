import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";

/** Returns a reference to a shared part of the document. */
export function partRef(kind: string, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

const text = { type: "string" };

/** Headers of every response, stated once for the whole document. */
export const commonHeaders: JsonObject = {
  "X-Request-Id": {
    description: "The id of the request in logs: yours when it is well formed, else a new one.",
    required: true,
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
  },
  "X-Change-Token": {
    description:
      "On lists and gets: the place in `/api/events` after this reply, to be sent there as `after`.",
    schema: { type: "string", pattern: "^[A-Za-z0-9_-]{22}$" },
  },
  "Server-Timing": {
    description: "How long the server took, in milliseconds.",
    required: true,
    schema: { type: "string", examples: ["total;dur=1.84"] },
  },
  "Cache-Control": { required: true, schema: { type: "string", const: "no-store" } },
  "X-Content-Type-Options": { required: true, schema: { type: "string", const: "nosniff" } },
  "Content-Security-Policy": {
    description: "Lets a browser load nothing for a reply that it shows.",
    required: true,
    schema: text,
  },
  "Referrer-Policy": { required: true, schema: { type: "string", const: "no-referrer" } },
  "RateLimit-Remaining": {
    description:
      "Requests you may send at once now. In `RateLimit-Reset` seconds it is at its most; on average you may send `RateLimit-Limit` a minute. Absent without limits.",
    schema: { type: "string", pattern: "^\\d+$", examples: ["59999"] },
  },
};

/** Headers of some responses. */
export const headers: Record<string, JsonObject> = {
  ETag: {
    description:
      "The record's version and what of it is shown. Weak when the reply is compressed. None when a select reaches into relations.",
    schema: {
      ...{ type: "string", pattern: '^(?:W/)?"\\d+-[A-Za-z0-9_-]+"$' },
      examples: ['"3-q1xUyX0v"'],
    },
  },
  Link: {
    description:
      'The address of the next page, of a list by GET that has more records (RFC 8288): `<…>; rel="next"`.',
    schema: {
      ...{ type: "string", pattern: '^<[^>]+>; rel="next"$' },
      examples: ['<https://tocsin.example.com/api/incident/get-list?skip=10>; rel="next"'],
    },
  },
  "Idempotent-Replayed": {
    description: "Present when this is the kept answer to an earlier request with the same key.",
    schema: { type: "string", const: "true" },
  },
  "Content-Disposition": {
    description: "An attachment, with its name.",
    required: true,
    schema: text,
  },
  Allow: { description: "The methods this path has.", schema: text },
  "Retry-After": {
    description: "Seconds to wait before the next attempt.",
    schema: { type: "string", pattern: "^\\d+$", examples: ["5"] },
  },
  "WWW-Authenticate": { schema: text },
  "Set-Cookie": {
    description: "The session's cookie, given or taken back.",
    required: true,
    schema: text,
  },
};

/** Returns the `headers` of a response that has more than the common ones. */
export function replyHeaders(...names: readonly string[]): JsonObject {
  if (names.length === 0) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, partRef("headers", name)])) };
}

const sameAs = (name: string): string =>
  `The same as ${name} in the body, as JSON, for clients whose GET carries none.`;

const header = (name: string, description: string, schema: JsonObject = text): JsonObject => ({
  name,
  in: "header",
  description,
  schema,
});

const inQuery = (name: string, description: string, schema: JsonObject = text): JsonObject => ({
  name,
  in: "query",
  description,
  schema,
});

/** Parameters that operations share. No schema has the name of one, which generators would mix up. */
export const parameters: JsonObject = {
  queryLimit: inQuery("limit", "Records on a page; above 100 counts as 100.", schemaRef("Limit")),
  querySkip: inQuery("skip", "Records to pass over.", schemaRef("Skip")),
  queryCursor: inQuery(
    "cursor",
    "Empty or null for the first page, then the nextCursor of the page before. skip is ignored.",
  ),
  queryCount: inQuery(
    "count",
    "none spares the counting: count is then -1.",
    schemaRef("CountMode"),
  ),
  querySelect: inQuery("select", `${sameAs("select")} Or names of fields: \`title,declaredAt\`.`),
  queryQuery: inQuery("query", sameAs("query"), {
    ...{ type: "string", contentMediaType: "application/json", contentSchema: { type: "object" } },
  }),
  querySort: inQuery("sort", `${sameAs("sort")} Or names of fields: \`-declaredAt,title\`.`),
  requestId: header("X-Request-Id", "A name of yours for this request, found again in the reply.", {
    type: "string",
    pattern: "^[A-Za-z0-9._-]{1,128}$",
  }),
  ifMatch: header("If-Match", "Write only if the record still has this ETag; else 412."),
  ifNoneMatch: header("If-None-Match", "Answer 304 when the record still has this ETag."),
  format: inQuery("format", "csv when absent.", {
    type: "string",
    enum: ["csv", "json", "ndjson"],
  }),
  labels: inQuery("labels", "1 writes the names of related records in place of their ids.", {
    type: "string",
    enum: ["0", "1", "false", "true"],
  }),
  headers: inQuery(
    "headers",
    "titles heads a CSV by what people call the fields; names when absent.",
    { type: "string", enum: ["names", "titles"] },
  ),
  fileName: {
    ...header("X-File-Name", "The name of the file, percent-encoded UTF-8."),
    required: true,
  },
  fileProject: {
    name: "projectId",
    in: "query",
    required: true,
    description: "The project it belongs to.",
    schema: schemaRef("ObjectId"),
  },
  idempotencyKey: header(
    "Idempotency-Key",
    "Sent again within 24 hours with the same body, the first answer comes back and nothing is written. With another body it is 409; in a bulk create, each item is.",
    { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
  ),
};
