import type { PublicOperation } from "@/lib/http/routing/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { partRef, replyHeaders } from "./common-parts";
import { problemName } from "./error-responses";
import { sessionPaths } from "./people-paths";
import { jsonResponse } from "./resource-parts";

/** Paths that need no credentials. */
export const publicPaths: Readonly<Record<PublicOperation, JsonObject>> = {
  openApi: documentPath(),
  health: open(
    "health",
    "Check that the process is alive",
    "The process is alive.",
    schemaRef("Health"),
    [],
  ),
  readiness: open(
    "readiness",
    "Check that the database answers",
    "The database answers.",
    schemaRef("Health"),
    [503],
  ),
  metrics: metricsPath(),
  securityText: textPath(
    open("securityText", "Where to report security issues", "", {}, [404]),
    "A security.txt (RFC 9116).",
  ),
  ...sessionPaths,
};

function documentPath(): JsonObject {
  const path = open("openApi", "This document", "OpenAPI 3.1.", { type: "object" }, [404]);
  const etag = { description: "Of the document in this coding.", schema: { type: "string" } };
  const headers = { ...replyHeaders(), ETag: etag };
  const whole = jsonResponse("OpenAPI 3.1.", { type: "object" }, []);
  const responses = {
    ...(path["responses"] as JsonObject),
    "200": { ...whole, headers },
    "304": { description: "Not changed.", headers },
  };
  const ifNoneMatch = {
    ...{ name: "If-None-Match", in: "header", schema: { type: "string" } },
    description: "Answer 304 when the document still has this ETag.",
  };
  return { ...path, parameters: [ifNoneMatch], responses };
}

function metricsPath(): JsonObject {
  const path = open("metrics", "Numbers for Prometheus", "", {}, [401, 404]);
  return {
    ...textPath(path, "In the text format of Prometheus."),
    description:
      "Off unless the operator turns it on. Takes the operator's token as `Authorization: Bearer`; without one the numbers are on a port of the server's machine alone.",
  };
}

function textPath(path: JsonObject, description: string): JsonObject {
  const responses = path["responses"] as JsonObject;
  const content = { "text/plain": { schema: { type: "string" } } };
  const reply = { description, headers: replyHeaders(), content };
  return { ...path, responses: { ...responses, "200": reply } };
}

function open(
  operationId: string,
  summary: string,
  description: string,
  schema: JsonObject,
  problems: readonly number[],
): JsonObject {
  const refused = [...problems, 500].map((status) => [
    status,
    partRef("responses", problemName(status)),
  ]);
  return {
    operationId,
    tags: ["Service"],
    summary,
    security: [],
    responses: { "200": jsonResponse(description, schema, []), ...Object.fromEntries(refused) },
  };
}
