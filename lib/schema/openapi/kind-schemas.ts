import { z } from "zod";
import type { Field, FieldKind } from "@/lib/schema/field";
import type { JsonObject } from "@/lib/schema/json";
import { valueSchemas } from "@/lib/schema/kinds/value-schemas";

/** A JSON schema (draft 2020-12) as OpenAPI 3.1 uses it. */
export type JsonSchema = JsonObject;

/** The schema of a kind of field in the document. */
export interface KindSchema {
  /** The name of its component. */
  readonly name: string;
  /** The name of the type in the reference. */
  readonly type: string;
  /** Properties that supplement the schema derived from the kind's checks. */
  readonly beside: JsonSchema;
}

/** Returns a reference to a component of the document. */
export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns the schema of a field's values, without null: its component, narrowed by its bounds. */
export function fieldSchema(field: Field): JsonSchema {
  const { min, max } = field;
  return {
    ...schemaRef(kindSchemas[field.kind].name),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  };
}

/** Returns every kind's component by name, derived from the checks of writes. */
export function kindComponents(): Record<string, JsonSchema> {
  const kinds = Object.entries(kindSchemas) as [FieldKind, KindSchema][];
  return Object.fromEntries(
    kinds.map(([kind, { name, beside }]) => [name, { ...checked(kind), ...beside }]),
  );
}

/**
 * Converts a kind's checks to a schema. Omits patterns, which would be case-sensitive there;
 * `beside` gives them.
 */
function checked(kind: FieldKind): JsonObject {
  const schema = z.toJSONSchema(valueSchemas[kind]({ kind }), {
    io: "input",
    unrepresentable: "any",
  });
  const { $schema: _, pattern: __, ...rest } = schema as Record<string, JsonObject>;
  return rest;
}

const id = {
  name: "ObjectId",
  type: "Object ID",
  beside: { format: "uuid", description: "An id in the shape of a UUID, kept in lower case." },
} as const;

const idArray = { type: "array", items: { $ref: "#/components/schemas/ObjectId" } } as const;

const texts = (name: string, type: string, description: string): KindSchema => ({
  name,
  type,
  beside: { description },
});

const atMost = (count: string) => `Text of at most ${count} characters (Unicode code points).`;

/** The component of each kind. `Record<FieldKind, …>` makes the compiler name a missing kind. */
export const kindSchemas: Readonly<Record<FieldKind, KindSchema>> = {
  id,
  date: {
    name: "Date",
    type: "Date",
    beside: {
      description:
        "A moment, ISO 8601. Sent with any offset, or as a date alone (midnight UTC); answered in UTC with milliseconds.",
      examples: ["2026-01-31T09:00:00.000Z"],
    },
  },
  text: texts("Text", "Text", atMost("255")),
  longText: texts("LongText", "Long Text", atMost("5,000")),
  veryLongText: texts("VeryLongText", "Very Long Text", atMost("1,000,000")),
  markdown: texts("Markdown", "Markdown", `${atMost("1,000,000")} It is read as Markdown.`),
  slug: texts(
    "Slug",
    "Slug",
    "A name for addresses: lower case with hyphens, unique in the deployment.",
  ),
  boolean: { name: "Boolean", type: "Boolean", beside: {} },
  number: { name: "Number", type: "Number", beside: {} },
  smallNumber: { name: "SmallNumber", type: "Small Number", beside: {} },
  json: { name: "Json", type: "JSON", beside: { description: "Any JSON value." } },
  color: {
    name: "Color",
    type: "Color",
    beside: { pattern: "^#[0-9A-Fa-f]{6}$", examples: ["#1f6feb"] },
  },
  email: {
    name: "Email",
    type: "Email",
    beside: { format: "email", examples: ["mia@example.com"] },
  },
  hashed: texts("HashedString", "Hashed String", "Kept only as a hash, and never answered."),
  url: {
    name: "Url",
    type: "URL",
    beside: {
      pattern: "^[Hh][Tt][Tt][Pp][Ss]?://\\S+$",
      examples: ["https://example.com/path"],
    },
  },
  file: {
    name: "File",
    type: "File",
    beside: {
      anyOf: [{ $ref: "#/components/schemas/ObjectId" }, idArray],
      description: "The id of an uploaded file, or an array of such ids.",
    },
  },
  textList: {
    name: "TextList",
    type: "Text (list)",
    beside: { items: { $ref: "#/components/schemas/Text" } },
  },
  relation: id,
  relationList: {
    name: "ObjectIdList",
    type: "Object ID (list)",
    beside: { ...idArray, description: "Ids in order, each once." },
  },
};
