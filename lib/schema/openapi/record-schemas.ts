import { z } from "zod";
import { kindOf } from "@/lib/schema/kinds/index";
import { presencesOf } from "@/lib/schema/record/presence";
import { makeRecordSchema, type Writing } from "@/lib/schema/record/record-schema";
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

/**
 * Returns the schema of the data of a write: writable columns, relations also by their names, and
 * columns of the server, which are ignored. A create needs the fields that its checks need.
 */
export function dataComponent(resource: Resource, writing: Writing): JsonSchema {
  const { required, ...checks } = objectSchema(resource, writing);
  const nullable = nullableIn(checks);
  const written = writableColumns(resource).flatMap((column) => sent(column, nullable, writing));
  const ignored = shapeOf(resource).columns.filter(
    ({ field }) => !field.hidden && field.writtenBy === "server",
  );
  const presence = [...presencesOf(resource).keys()].map((name) => [name, schemaRef("Ignored")]);
  return {
    type: "object",
    properties: Object.fromEntries([...written, ...ignored.flatMap(servers), ...presence]),
    additionalProperties: false,
    ...(required && { required }),
    ...(writing === "update" && { minProperties: 1 }),
  };
}

/** Returns the columns that may be null. */
function nullableIn({ properties }: Pick<ObjectSchema, "properties">): ReadonlySet<string> {
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
function objectSchema(resource: Resource, writing: Writing): ObjectSchema {
  const schema = z.toJSONSchema(makeRecordSchema(resource, writing), {
    io: "input",
    unrepresentable: "any",
  });
  return schema as unknown as ObjectSchema;
}

function answered({ name, field, relation }: Column, naming: Naming): [string, JsonSchema][] {
  const words = wordsOf(field);
  if (kindOf(field).isSecret) {
    return [[name, { type: "null", ...words }], ...presenceOf(name, field)];
  }
  const related = field.to === undefined ? undefined : naming(field.to);
  const isNullable = !(field.required || filledByServer.has(name));
  if (related === undefined) return [[name, fieldSchema(field, { isNullable, words })]];
  const record = schemaRef(`${related}Related`);
  const ids = fieldSchema(field, { isNullable: isNullable || relation !== undefined, words: {} });
  if (relation === undefined) {
    return [[name, { anyOf: [ids, { type: "array", items: record }], ...words }]];
  }
  return [
    [name, fieldSchema(field, { isNullable, words })],
    [relation, { anyOf: [ids, record] }],
  ];
}

/** Columns that are not required of a client, and have a value in every record. */
export const filledByServer: ReadonlySet<string> = new Set(["_id", "createdAt", "updatedAt"]);

function presenceOf(name: string, { presence }: Column["field"]): [string, JsonSchema][] {
  if (presence === undefined) return [];
  const description = `Whether ${name} holds a value. Answered only where select names it.`;
  return [[presence, { type: "boolean", readOnly: true, description }]];
}

function sent(
  { name, field, relation }: Column,
  nullable: ReadonlySet<string>,
  writing: Writing,
): [string, JsonSchema][] {
  const { suggestions, default: absent } = field;
  const { hasItems } = kindOf(field);
  // A create and a reply have them, and an update has the same fields.
  const words = writing === "create" && {
    ...wordsOf(field),
    ...(suggestions && { examples: hasItems ? suggestions.map((one) => [one]) : suggestions }),
    ...(absent !== undefined && { default: absent }),
  };
  const own: [string, JsonSchema] = [
    name,
    fieldSchema(field, { isNullable: nullable.has(name), words: words || {} }),
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

function wordsOf({ title, help }: Column["field"]): JsonSchema {
  const words = [title, help].filter((part) => part !== undefined);
  return words.length === 0 ? {} : { description: words.join(". ").replace(/\.\. /g, ". ") };
}
