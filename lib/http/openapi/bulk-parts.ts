import { mostCreated, mostItems } from "@/lib/http/message/inputs/bulk-items";
import { mostVersions } from "@/lib/operations/record/versions";
import { exampleChange, exampleData, exampleId } from "@/lib/resources/examples/examples";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import type { Operation, Resource } from "@/lib/schema/resource";
import { closedObject } from "./common-schemas";
import { problemSchema } from "./error-responses";
import { bodyOf, jsonResponse, type Parts } from "./resource-parts";

const id = schemaRef("ObjectId");
const etag = schemaRef("RequiredETag");

/**
 * Returns the schemas for bulk writes that the resource's definition allows, on demand with example
 * bodies.
 */
export function bulkParts(resource: Resource, name: string, hasExamples: boolean): Partial<Parts> {
  const shown = (example: JsonObject) => (hasExamples ? example : undefined);
  const has = (operation: Operation) => resource.operations.includes(operation);
  const _id = exampleId(resource);
  return {
    requestBodies: {
      ...(has("create") && {
        [`${name}BulkCreate`]: itemsBody(
          closedObject({ data: schemaRef(`${name}Create`) }),
          {},
          shown({ items: [{ data: exampleData(resource) }] }),
          mostCreated(resource),
        ),
      }),
      ...(has("update") && {
        [`${name}BulkUpdate`]: itemsBody(
          closedObject({ id, etag, data: schemaRef(`${name}Update`) }, ["id"]),
          { data: schemaRef(`${name}Update`) },
          shown({ items: [{ id: _id }], data: exampleChange(resource) }),
        ),
      }),
      ...(has("delete") && {
        [`${name}BulkDelete`]: itemsBody(
          schemaRef("BulkItem"),
          {},
          shown({ items: [{ id: _id }] }),
        ),
      }),
      [`${name}Versions`]: bodyOf(
        {
          select: schemaRef(`${name}Select`),
          query: schemaRef(`${name}Query`),
          sort: schemaRef(`${name}Sort`),
        },
        shown({ query: {} }),
      ),
    },
    responses: {
      ...(has("create") && {
        [`${name}BulkCreated`]: jsonResponse(
          "The outcomes, in the order sent.",
          outcomes({ record: schemaRef(name) }),
          [],
        ),
      }),
      [`${name}Versions`]: jsonResponse(
        `At most ${mostVersions.toLocaleString("en")} records at one moment.`,
        closedObject({
          data: {
            type: "array",
            items: closedObject({ record: schemaRef(name), etag: { type: "string" } }),
          },
        }),
        [],
      ),
    },
  };
}

/** The schemas that all bulk writes share. */
export const bulkSchemas: JsonObject = {
  RequiredETag: {
    ...{ type: "string" },
    description: "The ETag the record must still have; else that item is 412.",
  },
  ItemCount: { type: "integer", minimum: 0 },
  BulkItem: closedObject({ id, etag }, ["id"]),
  BulkRefused: closedObject(
    { id: { type: ["string", "null"], format: "uuid" }, ...refusalParts() },
    ["id", "status", "code", "detail"],
  ),
};

/** Returns the response with the outcome of each record of a bulk update or delete. */
export function bulkDone(): JsonObject {
  return jsonResponse("The outcomes, in the order sent.", outcomes({}), []);
}

function refusalParts(): JsonObject {
  const {
    status = {},
    code = {},
    detail = {},
    errors = {},
  } = problemSchema["properties"] as Record<string, JsonObject>;
  return { status, code, detail, errors };
}

function outcomes(beside: JsonObject): JsonObject {
  const parts = {
    id,
    status: { type: "integer", const: 200 },
    etag: { type: "string" },
    ...beside,
  };
  const items = { anyOf: [closedObject(parts, ["id", "status"]), schemaRef("BulkRefused")] };
  const count = schemaRef("ItemCount");
  return closedObject({ done: count, refused: count, data: { type: "array", items } });
}

function itemsBody(
  item: JsonObject,
  beside: JsonObject,
  example: JsonObject | undefined,
  most = mostItems,
): JsonObject {
  const items = { type: "array", minItems: 1, maxItems: most, items: item };
  return { ...bodyOf({ items, ...beside }, example, ["items"]), required: true };
}
