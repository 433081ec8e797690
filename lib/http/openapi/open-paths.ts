import type { OpenOperation } from "@/lib/http/route-table";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { partRef } from "./common-parts";
import { doorPaths } from "./people-paths";
import { problemName } from "./problem-parts";
import { jsonResponse } from "./resource-parts";

/** What answers without a key. */
export const openPaths: Readonly<Record<OpenOperation, JsonObject>> = {
  openApi: open("openApi", "This document", "OpenAPI 3.1.", { type: "object" }, [404]),
  health: open("health", "Is the process alive?", "It is.", schemaRef("Health"), []),
  readiness: open("readiness", "Does the database answer?", "It does.", schemaRef("Health"), [503]),
  ...doorPaths,
};

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
