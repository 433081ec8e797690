import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";

const count = {
  type: "integer",
  minimum: -1,
  description: "All records that match; -1 when they were not counted.",
};

/** Schemas shared by resources, besides those of the kinds. */
export const schemas: JsonObject = {
  Limit: { type: "integer", minimum: 1, default: 10 },
  Skip: { type: "integer", minimum: 0, maximum: 1_000_000, default: 0 },
  CountMode: { type: "string", enum: ["exact", "none"], default: "exact" },
  SortDirection: {
    description: "1 or ASC: ascending, nulls first. -1 or DESC: descending.",
    type: ["integer", "string"],
    enum: [1, -1, "ASC", "DESC", "asc", "desc"],
  },
  SortRelated: {
    description:
      "A direction for the id, or an object of fields of the record it names and their directions. Needs the read permission of that record. Records without one of their project count as null.",
    anyOf: [
      schemaRef("SortDirection"),
      { type: "object", minProperties: 1, additionalProperties: schemaRef("SortDirection") },
    ],
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
  Count: closedObject({ count: { type: "integer", minimum: 0 } }),
  Empty: { type: "object", maxProperties: 0 },
  Health: closedObject({ status: { type: "string", const: "ok" } }),
};

/** Returns the schema of a page of records of the component `name`. */
export function listSchema(name: string): JsonObject {
  const page = {
    count,
    limit: { type: "integer", minimum: 1, maximum: 100 },
    skip: { type: "integer", minimum: 0 },
    data: { type: "array", maxItems: 100, items: schemaRef(name) },
  };
  const nextCursor = {
    type: ["string", "null"],
    description: "Only when a cursor was sent; null on the last page.",
  };
  return closedObject({ ...page, nextCursor }, Object.keys(page));
}

/** Returns the schema of an object with these properties alone. */
export function closedObject(
  properties: JsonObject,
  required = Object.keys(properties),
): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}
