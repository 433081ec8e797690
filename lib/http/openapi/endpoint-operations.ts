import type { z } from "zod";
import { endpoints } from "@/lib/contract";
import { type Endpoint, isRaw, type RawReply, type Tag } from "@/lib/contract/endpoint";
import type { EndpointRoute } from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { partRef, replyHeaders } from "./common-parts";
import { endpointSchema } from "./endpoint-schema";
import { responsesOf } from "./error-responses";
import { keySecurity } from "./key-schemes";
import { jsonResponse } from "./resource-parts";

/** The sections of endpoints. */
export const endpointTags: readonly { readonly name: Tag; readonly description: string }[] = [
  {
    name: "Signing in and people",
    description:
      "Sessions are for the console: their cookie counts only for requests from its own pages. Programs use API keys.",
  },
  { name: "Service", description: "The document itself, and whether the server is well." },
];

/** Returns a path with the parameters that it names. */
export function variablesIn(path: string): JsonObject {
  const schemas = { id: schemaRef("ObjectId"), resource: { type: "string", example: "incident" } };
  const parameters = Object.entries(schemas)
    .filter(([name]) => path.includes(`{${name}}`))
    .map(([name, schema]) => ({ name, in: "path", required: true, schema }));
  return parameters.length > 0 ? { parameters } : {};
}

/** Returns the OpenAPI operation of an endpoint. */
export function endpointOperation({ operation }: EndpointRoute): JsonObject {
  const endpoint: Endpoint = endpoints[operation];
  const { tag, summary, about, body, example } = endpoint;
  const parameters = parametersOf(endpoint);
  return {
    operationId: operation,
    tags: [tag],
    summary,
    description: about ?? callers[endpoint.caller],
    ...securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: endpointSchema(body, "input"),
            ...(example && { example }),
          },
        },
      },
    }),
    ...responsesOf(successOf(endpoint), problemsOf(endpoint)),
  };
}

const callers: Readonly<Record<Endpoint["caller"], string>> = {
  anyone: "Open to everyone.",
  caller: "For a key or a session.",
  session: "For a session.",
};

/** Endpoints of the section "Service" are for programs, so the document names keys alone. */
function securityOf({ caller, tag }: Endpoint): JsonObject {
  if (caller === "anyone") return { security: [] };
  return tag === "Service" ? {} : { security: [...keySecurity, { Session: [] }] };
}

function parametersOf({ query, reply, caller, tag }: Endpoint): JsonObject[] {
  const own = query ? queryParameters(query) : [];
  if (isRaw(reply) && reply.isConditional) return [...own, ifNoneMatch];
  if (caller === "anyone" && tag === "Service") return own;
  return [...own, partRef("parameters", "requestId")];
}

const ifNoneMatch = {
  ...{ name: "If-None-Match", in: "header", schema: { type: "string" } },
  description: "Answer 304 when the document still has this ETag.",
};

/** Returns the parameters of a query string. */
export function queryParameters(query: z.ZodObject): JsonObject[] {
  const { properties, required } = endpointSchema(query, "input") as {
    properties: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: "query", ...(required?.includes(name) && { required: true }) },
    ...(description !== undefined && { description }),
    schema,
  }));
}

function successOf({ reply, answer = "Done.", setsCookie }: Endpoint): JsonObject {
  if (isRaw(reply)) return rawSuccess(reply, answer);
  const headers = setsCookie ? ["Set-Cookie"] : [];
  return { "200": jsonResponse(answer, endpointSchema(reply, "output"), headers) };
}

function rawSuccess(reply: RawReply, description: string): JsonObject {
  const { media, schema, isAttachment, isConditional } = reply;
  const etag = { description: "Of the document in this coding.", schema: { type: "string" } };
  const attached = replyHeaders(...(isAttachment ? ["Content-Disposition"] : []));
  const headers = isConditional ? { headers: { ETag: etag } } : attached;
  const content = Object.fromEntries(media.map((type) => [type, { schema }]));
  return {
    "200": { description, ...headers, content },
    ...(isConditional && { "304": { description: "Not changed.", ...headers } }),
  };
}

function problemsOf({ path, caller, tag, effect, problems = [] }: Endpoint): readonly number[] {
  const isPlain = caller === "anyone" && tag === "Service";
  return [
    ...[500, ...problems],
    // Unknown query parameters.
    ...(path.startsWith("/api/") ? [400] : []),
    ...(isPlain ? [] : [403, 503]),
    ...(caller === "anyone" ? [] : [401]),
    ...(effect === "writes" ? [400, 413, 415] : []),
    ...(tag === "Service" && !isPlain ? [400, 413, 415, 429] : []),
  ];
}
