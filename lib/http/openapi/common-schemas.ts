import { currentUserComponents } from "@/lib/contract/current-user";
import { reportComponents } from "@/lib/contract/report-parts";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { endpointSchema } from "./endpoint-schema";

/** Schemas shared by resources, besides those of the kinds. */
export const schemas: JsonObject = {
  Limit: { type: "integer", minimum: 1, default: 10 },
  Skip: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 },
  PageCount: {
    ...{ type: "integer", minimum: -1 },
    description: "All records that match; -1 when they were not counted.",
  },
  PageLimit: { type: "integer", minimum: 1, maximum: 100 },
  NextCursor: {
    type: ["string", "null"],
    description: "Only when a cursor was sent; null on the last page.",
  },
  CountMode: { type: "string", enum: ["exact", "none"], default: "exact" },
  Direction: {
    description: "1 or ASC: ascending, nulls first. -1 or DESC: descending.",
    anyOf: [
      { type: "integer", enum: [1, -1] },
      { type: "string", enum: ["ASC", "DESC", "asc", "desc"] },
    ],
  },
  RelatedCondition: {
    description: "The id, or conditions on the record it names.",
    anyOf: [schemaRef("IdCondition"), { type: "object" }],
  },
  QueryBranches: { type: "array", items: { type: "object" }, minItems: 1 },
  Referring: {
    description: "Queries by the path of resources whose records refer to this one; {} for any.",
    ...{ type: "object", minProperties: 1, additionalProperties: { type: "object" } },
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
  Count: closedObject({ count: { type: "integer", minimum: 0 } }),
  Empty: { type: "object", maxProperties: 0 },
  ListQuery: { type: "object", description: "The query of a list that counts the same." },
  ...Object.fromEntries(
    Object.entries({ ...currentUserComponents, ...reportComponents }).map(([name, part]) => [
      name,
      endpointSchema(part, "output"),
    ]),
  ),
  Health: closedObject({ status: { type: "string", const: "ok" } }),
};

/** Returns the schema of a page of records of the component `name`. */
export function listSchema(name: string): JsonObject {
  const page = {
    count: schemaRef("PageCount"),
    limit: schemaRef("PageLimit"),
    skip: schemaRef("Skip"),
    data: { type: "array", maxItems: 100, items: schemaRef(name) },
  };
  return closedObject({ ...page, nextCursor: schemaRef("NextCursor") }, Object.keys(page));
}

/** Returns the schema of an object with these properties alone. */
export function closedObject(
  properties: JsonObject,
  required = Object.keys(properties),
): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}
