import { z } from "zod";
import type { Field, FieldKind } from "@/lib/schema/field";
import type { JsonObject } from "@/lib/schema/json";
import { kindOf, kinds } from "@/lib/schema/kinds/index";

/** A JSON schema (draft 2020-12) as OpenAPI 3.1 uses it. */
export type JsonSchema = JsonObject;

/** Returns a reference to a component of the document. */
export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns the schema of a field's values, without null: its component, narrowed by its bounds. */
export function fieldSchema(field: Field): JsonSchema {
  const { min, max } = field;
  return {
    ...schemaRef(kindOf(field).component.name),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  };
}

/** Returns every kind's component by name, derived from the checks of writes. */
export function kindComponents(): Record<string, JsonSchema> {
  const all = Object.keys(kinds) as FieldKind[];
  return Object.fromEntries(
    all.map((kind) => {
      const { name, beside } = kinds[kind].component;
      return [name, { ...checked(kind), ...beside }];
    }),
  );
}

/**
 * Converts a kind's checks to a schema. Omits patterns, which would be case-sensitive there;
 * `beside` gives them.
 */
function checked(kind: FieldKind): JsonObject {
  const schema = z.toJSONSchema(kindOf({ kind }).check(z, { kind }), {
    io: "input",
    unrepresentable: "any",
  });
  const { $schema: _, pattern: __, ...rest } = schema as Record<string, JsonObject>;
  return rest;
}
