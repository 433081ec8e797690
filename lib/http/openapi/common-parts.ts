import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";

/** Returns a reference to a shared part of the document. */
export function partRef(kind: string, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

const text = { type: "string" };

/** Headers of responses. */
export const headers: JsonObject = {
  "X-Request-Id": {
    description: "The id of the request in logs: yours when it is well formed, else a new one.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
  },
  "Server-Timing": {
    description: "How long the server took, in milliseconds.",
    schema: { type: "string", examples: ["total;dur=1.84"] },
  },
  "Cache-Control": { schema: { const: "no-store" } },
  "X-Content-Type-Options": { schema: { const: "nosniff" } },
  "Referrer-Policy": { schema: { const: "no-referrer" } },
  ETag: {
    description:
      "The record's version and what of it is shown. Weak when the reply is compressed. None when a select reaches into relations.",
    schema: { type: "string", pattern: '^(?:W/)?"\\d+-[A-Za-z0-9_-]+"$' },
  },
  Link: {
    description:
      'The address of the next page, of a list by GET that has more records (RFC 8288): `<…>; rel="next"`.',
    schema: { type: "string", pattern: '^<[^>]+>; rel="next"$' },
  },
  "Idempotent-Replayed": {
    description: "Present when this is the kept answer to an earlier request with the same key.",
    schema: { const: "true" },
  },
  "Content-Disposition": { description: "An attachment, with its name.", schema: text },
  "Content-Security-Policy": {
    description: "The content that a browser may load when it shows the reply as a page: none.",
    schema: text,
  },
  Allow: { description: "The methods this path has.", schema: text },
  "Retry-After": {
    description: "Seconds to wait before the next attempt.",
    schema: { type: "string", pattern: "^\\d+$" },
  },
  "WWW-Authenticate": { schema: text },
  "Set-Cookie": { description: "The session's cookie, given or taken back.", schema: text },
  "RateLimit-Remaining": {
    description:
      "How many requests you may send at once now. In `RateLimit-Reset` seconds it is the most there is; on average you may send `RateLimit-Limit` a minute. Absent where the operator turned limits off.",
    schema: { type: "string", pattern: "^\\d+$" },
  },
};

/** Returns references to the headers of every response, and to the named ones. */
export function replyHeaders(...besides: readonly string[]): JsonObject {
  const names = [...everywhere, ...besides];
  return Object.fromEntries(names.map((name) => [name, partRef("headers", name)]));
}

const everywhere = [
  "X-Request-Id",
  "Server-Timing",
  "Cache-Control",
  "X-Content-Type-Options",
  "Content-Security-Policy",
  "Referrer-Policy",
  "RateLimit-Remaining",
];

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

/** Parameters that operations share. */
export const parameters: JsonObject = {
  limit: inQuery("limit", "Records on a page; above 100 counts as 100.", schemaRef("Limit")),
  skip: inQuery("skip", "Records to pass over.", schemaRef("Skip")),
  cursor: inQuery(
    "cursor",
    "Empty or null for the first page, then the nextCursor of the page before. skip is ignored.",
  ),
  count: inQuery("count", "none spares the counting: count is then -1.", schemaRef("CountMode")),
  select: inQuery("select", `${sameAs("select")} Or names of fields: \`title,declaredAt\`.`),
  query: {
    ...{ name: "query", in: "query", description: sameAs("query") },
    content: { "application/json": { schema: { type: "object" } } },
  },
  sort: inQuery("sort", `${sameAs("sort")} Or names of fields: \`-declaredAt,title\`.`),
  requestId: header("X-Request-Id", "A name of yours for this request, found again in the reply.", {
    type: "string",
    pattern: "^[A-Za-z0-9._-]{1,128}$",
  }),
  ifMatch: header("If-Match", "Write only if the record still has this ETag; else 412."),
  ifNoneMatch: header("If-None-Match", "Answer 304 when the record still has this ETag."),
  format: inQuery("format", "csv when absent.", { enum: ["csv", "json", "ndjson"] }),
  labels: inQuery("labels", "1 writes the names of related records in place of their ids.", {
    enum: ["0", "1", "false", "true"],
  }),
  headers: inQuery(
    "headers",
    "titles heads a CSV by what people call the fields; names when absent.",
    { enum: ["names", "titles"] },
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
    "Sent again within 24 hours with the same body, the first answer comes back and nothing is written.",
    { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
  ),
};
