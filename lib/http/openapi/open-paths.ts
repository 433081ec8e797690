import type { OpenOperation } from "@/lib/http/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { partRef, replyHeaders } from "./common-parts";
import { doorPaths } from "./people-paths";
import { problemName } from "./problem-parts";
import { jsonResponse } from "./resource-parts";

/** What answers without a key. */
export const openPaths: Readonly<Record<OpenOperation, JsonObject>> = {
  openApi: open("openApi", "This document", "OpenAPI 3.1.", { type: "object" }, [404]),
  health: open("health", "Is the process alive?", "It is.", schemaRef("Health"), []),
  readiness: open("readiness", "Does the database answer?", "It does.", schemaRef("Health"), [503]),
  metrics: metricsPath(),
  ...doorPaths,
};

function metricsPath(): JsonObject {
  const path = open("metrics", "Numbers for Prometheus", "", {}, [401, 404]);
  const responses = path["responses"] as JsonObject;
  const content = { "text/plain": { schema: { type: "string" } } };
  const description = "In the text format of Prometheus.";
  return {
    ...path,
    description:
      "Off unless the operator turns it on. Takes the operator's token as `Authorization: Bearer`; without one it answers callers on the same machine.",
    responses: { ...responses, "200": { description, headers: replyHeaders(), content } },
  };
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
