import {
  exampleChange,
  exampleData,
  exampleId,
  exampleRecord,
} from "@/lib/resources/examples/examples";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { componentName, type Naming } from "@/lib/schema/openapi/names";
import { queryComponent, selectComponent, sortComponent } from "@/lib/schema/openapi/query-schemas";
import { dataComponent, recordComponent } from "@/lib/schema/openapi/record-schemas";
import type { Operation, Resource } from "@/lib/schema/resource";
import { partRef, replyHeaders } from "./common-parts";
import { listSchema } from "./common-schemas";

/** The shared parts of a document, by their key under `components`. */
export type Parts = Record<
  "schemas" | "parameters" | "requestBodies" | "responses" | "examples",
  Record<string, JsonObject>
>;

/** Returns the parts that a resource adds to the shared ones, on demand with examples. */
export function resourceParts(resource: Resource, naming: Naming, hasExamples: boolean): Parts {
  const name = componentName(resource);
  const examples = hasExamples ? { record: partRef("examples", name) } : undefined;
  return {
    schemas: schemasOf(resource, name, naming),
    parameters: {
      [`${name}Id`]: {
        name: "id",
        in: "path",
        required: true,
        description: `The _id of the ${resource.name}.`,
        schema: schemaRef("ObjectId"),
        example: exampleId(resource),
      },
    },
    requestBodies: bodiesOf(resource, name, hasExamples),
    responses: responsesOf(resource, name, examples && { examples }),
    examples: { [name]: { value: exampleRecord(resource) } },
  };
}

function schemasOf(resource: Resource, name: string, naming: Naming): Record<string, JsonObject> {
  return {
    [name]: recordComponent(resource, naming),
    [`${name}Select`]: selectComponent(resource, naming),
    [`${name}Query`]: queryComponent(resource, naming, `${name}Conditions`),
    [`${name}Sort`]: sortComponent(resource, naming),
    ...(offers(resource, "create") && { [`${name}Create`]: dataComponent(resource, "create") }),
    ...(offers(resource, "update") && { [`${name}Update`]: dataComponent(resource, "update") }),
  };
}

function bodiesOf(
  resource: Resource,
  name: string,
  hasExamples: boolean,
): Record<string, JsonObject> {
  const example = (one: JsonObject) => (hasExamples ? one : undefined);
  const select = schemaRef(`${name}Select`);
  const query = schemaRef(`${name}Query`);
  const sort = schemaRef(`${name}Sort`);
  const list = { select, query, sort, limit: schemaRef("Limit"), skip: schemaRef("Skip") };
  const more = { cursor: { type: "string" }, count: schemaRef("CountMode") };
  const shown = { [resource.label]: true, [resource.timeField]: true };
  return {
    [`${name}List`]: bodyOf(
      { ...list, ...more },
      example({ select: shown, query: {}, sort: { [resource.timeField]: -1 }, limit: 10 }),
    ),
    [`${name}Get`]: bodyOf({ select }, example({ select: shown })),
    [`${name}Count`]: bodyOf({ query }, example({ query: {} })),
    ...(offers(resource, "create") && {
      [`${name}Create`]: dataBody(schemaRef(`${name}Create`), exampleData(resource)),
    }),
    ...(offers(resource, "update") && {
      [`${name}Update`]: dataBody(schemaRef(`${name}Update`), exampleChange(resource)),
    }),
  };
}

function dataBody(data: JsonObject, example: JsonObject): JsonObject {
  return { ...bodyOf({ data }, { data: example }, ["data"]), required: true };
}

/** Returns a JSON body with these properties. No body counts as `{}`. */
export function bodyOf(
  properties: JsonObject,
  example: JsonObject | undefined,
  required: readonly string[] = [],
): JsonObject {
  const schema = { type: "object", properties, ...(required.length > 0 && { required }) };
  return { content: { "application/json": { schema, ...(example && { example }) } } };
}

function responsesOf(
  resource: Resource,
  name: string,
  shown: JsonObject = {},
): Record<string, JsonObject> {
  return {
    [name]: jsonResponse(`One ${resource.name}.`, schemaRef(name), ["ETag"], shown),
    [`${name}List`]: jsonResponse(`A page of ${resource.plural}.`, listSchema(name), ["Link"]),
    ...(offers(resource, "create") && {
      [`${name}Created`]: jsonResponse(
        `The new ${resource.name}, whole.`,
        schemaRef(name),
        ["ETag", "Idempotent-Replayed"],
        shown,
      ),
    }),
  };
}

/** Returns a 200 with a JSON body and, beside the common headers, the named ones. */
export function jsonResponse(
  description: string,
  schema: JsonObject,
  headers: readonly string[],
  beside: JsonObject = {},
): JsonObject {
  return {
    description,
    ...replyHeaders(...headers),
    content: { "application/json": { schema, ...beside } },
  };
}

/** Returns a 200 that carries a file of one of these types. */
export function fileResponse(description: string, types: readonly string[]): JsonObject {
  const records = { type: "array", items: { type: "object" } };
  const content = types.map((type) => [
    type,
    { schema: type === "application/json" ? records : { type: "string" } },
  ]);
  return {
    description,
    ...replyHeaders("Content-Disposition"),
    content: Object.fromEntries(content),
  };
}

function offers(resource: Resource, operation: Operation): boolean {
  return resource.operations.includes(operation);
}
