import { z } from "zod";
import type { JsonObject } from "@/lib/schema/json";

/**
 * Returns the JSON schema of an endpoint's input or reply. A part with `$ref` in its metadata
 * becomes that reference.
 */
export function endpointSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...stated } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => simplify(jsonSchema),
  });
  return plain(stated);
}

/** Removes the parts that say nothing: beside a reference, and bounds of all integers and names. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.$ref !== undefined) {
    for (const key of Object.keys(schema)) if (!besideReference.has(key)) delete schema[key];
    return;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema.propertyNames;
}

const besideReference: ReadonlySet<string> = new Set(["$ref", "description"]);

/** A JSON schema is a JSON object. */
function plain(schema: object): JsonObject {
  return schema as JsonObject;
}
