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

/** The properties of a field's schema besides those of its kind. */
interface Beside {
  readonly isNullable: boolean;
  /** Properties that only describe the values. */
  readonly words: JsonSchema;
}

/**
 * Returns the schema of a field's values: a reference to its kind's component, or that component
 * with the field's own properties. A reference has none beside it, because generators ignore them.
 */
export function fieldSchema(field: Field, { isNullable, words }: Beside): JsonSchema {
  const { min, max } = field;
  const own = {
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...words,
  };
  const { name } = kindOf(field).component;
  if (!isNullable && Object.keys(own).length === 0) return schemaRef(name);
  const { description: _, examples: __, ...kind } = componentOf(field.kind);
  const schema = { ...kind, ...own };
  return isNullable ? orNull(schema) : schema;
}

/** Returns a schema that also allows null. One without a type and without choices already does. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema;
  if (typeof type === "string") return { ...schema, type: [type, "null"] };
  return Array.isArray(anyOf) ? { ...schema, anyOf: [...anyOf, { type: "null" }] } : schema;
}

/** Returns every kind's component by name, derived from the checks of writes. */
export function kindComponents(): Record<string, JsonSchema> {
  const all = Object.keys(kinds) as FieldKind[];
  return Object.fromEntries(all.map((kind) => [kinds[kind].component.name, componentOf(kind)]));
}

const known = new Map<FieldKind, JsonSchema>();

/** Returns the component of a kind, computed once. */
function componentOf(kind: FieldKind): JsonSchema {
  const component = known.get(kind) ?? { ...checked(kind), ...kinds[kind].component.beside };
  known.set(kind, component);
  return component;
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
