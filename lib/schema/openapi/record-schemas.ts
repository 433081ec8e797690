import { z } from "zod";
import { kindOf } from "@/lib/schema/kinds/index";
import { presencesOf } from "@/lib/schema/record/presence";
import { recordSchema } from "@/lib/schema/record/record-schema";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { fieldSchema, type JsonSchema, schemaRef } from "./kind-schemas";
import type { Naming } from "./names";

/**
 * Returns the schema of a record in a response. Only `_id` is always present, since a select may
 * omit the rest. A relation is present by its name only if selected.
 */
export function recordComponent(resource: Resource, naming: Naming): JsonSchema {
  const columns = shapeOf(resource).columns.filter(({ field }) => !field.hidden);
  return {
    type: "object",
    description: resource.about,
    properties: Object.fromEntries(columns.flatMap((column) => answered(column, naming))),
    required: ["_id"],
    additionalProperties: false,
  };
}

/** Returns the schema of write data: writable columns, and relations also by their names. */
export function dataComponent(resource: Resource): JsonSchema {
  const nullable = nullableIn(resource);
  const written = writableColumns(resource).flatMap((column) => sent(column, nullable));
  const ignored = shapeOf(resource).columns.filter(
    ({ field }) => !field.hidden && field.writtenBy === "server",
  );
  const presence = [...presencesOf(resource).keys()].map((name) => [name, schemaRef("Ignored")]);
  return {
    type: "object",
    properties: Object.fromEntries([...written, ...ignored.flatMap(servers), ...presence]),
    additionalProperties: false,
  };
}

/** Returns the fields that a create must send, derived from its checks. */
export function requiredOnCreate(resource: Resource): readonly string[] {
  return objectSchema(resource, "create").required ?? [];
}

/** Returns the columns that an update may set to null. */
function nullableIn(resource: Resource): ReadonlySet<string> {
  const { properties } = objectSchema(resource, "update");
  const isNullable = (schema: PropertySchema) => schema.anyOf?.some(({ type }) => type === "null");
  const columns = Object.entries(properties).filter(
    ([, schema]) => isNullable(schema) || Object.keys(schema).length === 0,
  );
  return new Set(columns.map(([name]) => name));
}

interface PropertySchema {
  readonly anyOf?: readonly { readonly type?: string }[];
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
}

/** Returns the checks of a record as JSON schema. All of them are strict objects. */
function objectSchema(resource: Resource, writing: "create" | "update"): ObjectSchema {
  const schema = z.toJSONSchema(recordSchema(resource, writing), {
    io: "input",
    unrepresentable: "any",
  });
  return schema as unknown as ObjectSchema;
}

function answered({ name, field, relation }: Column, naming: Naming): [string, JsonSchema][] {
  if (kindOf(field).isSecret) {
    return [[name, { type: "null", ...wordsOf(field) }], ...presenceOf(name, field)];
  }
  const related = field.to === undefined ? undefined : naming(field.to);
  const nested = related === undefined ? [] : [schemaRef(related)];
  if (relation === undefined) {
    const list = nested.length === 0 ? [] : [{ type: "array", items: schemaRef(String(related)) }];
    return [[name, oneOf([fieldSchema(field), ...list], !field.required, wordsOf(field))]];
  }
  return [
    [name, oneOf([fieldSchema(field)], !field.required, wordsOf(field))],
    [relation, oneOf([fieldSchema(field), ...nested], true, {})],
  ];
}

function presenceOf(name: string, { presence }: Column["field"]): [string, JsonSchema][] {
  if (presence === undefined) return [];
  const description = `Whether ${name} holds a value. Answered only where select names it.`;
  return [[presence, { type: "boolean", readOnly: true, description }]];
}

function sent(
  { name, field, relation }: Column,
  nullable: ReadonlySet<string>,
): [string, JsonSchema][] {
  const { suggestions, default: absent } = field;
  const own: [string, JsonSchema] = [
    name,
    oneOf([fieldSchema(field)], nullable.has(name), {
      ...wordsOf(field),
      ...(suggestions && { examples: suggestions }),
      ...(absent !== undefined && { default: absent }),
    }),
  ];
  return relation === undefined ? [own] : [own, [relation, schemaRef("Reference")]];
}

function servers({ name, relation }: Column): [string, JsonSchema][] {
  const ignored = schemaRef("Ignored");
  return relation === undefined
    ? [[name, ignored]]
    : [
        [name, ignored],
        [relation, ignored],
      ];
}

function oneOf(schemas: JsonSchema[], isNullable: boolean, beside: JsonSchema): JsonSchema {
  const [only, ...others] = isNullable ? [...schemas, { type: "null" }] : schemas;
  return others.length === 0
    ? { ...only, ...beside }
    : { anyOf: [only ?? {}, ...others], ...beside };
}

function wordsOf({ title, help }: Column["field"]): JsonSchema {
  const words = [title, help].filter((part) => part !== undefined);
  return words.length === 0 ? {} : { description: words.join(". ").replace(/\.\. /g, ". ") };
}
