import { z } from "zod";
import type { JsonObject } from "@/lib/schema/json";
import { schemaRef } from "@/lib/schema/openapi/kind-schemas";
import { glyphs } from "@/lib/schema/record/glyph";
import type { Row } from "@/lib/schema/row";

/** Parts of replies that endpoints share. Replies are not checked, so these carry no checks. */
export const text = z.string();
export const id = z.string().meta(schemaRef("ObjectId"));
export const email = z.string().meta({ format: "email" });
export const dateTime = z.string().meta({ format: "date-time" });
export const yesOrNo = z.boolean();
export const count = z.int().min(0);
export const texts = z.array(text);
/** The path of a resource. */
export const resourcePath = z.string().meta({ description: "The path of a resource." });
export const empty = z.object({}).meta(schemaRef("Empty"));
export const row = anyObject<Row>();

/** A count, and the query of the list that shows the counted records. */
export const counted = {
  count,
  query: shaped<JsonObject>(schemaRef("ListQuery")),
};

/** A count with its query. */
export const numbers = z.object(counted).meta(schemaRef("Counted"));

/** Returns the schema of an object whose properties are not stated. */
function anyObject<T>() {
  return shaped<T>({ type: "object" });
}

/** Returns the schema of values that a JSON schema describes better. */
export function shaped<T>(schema: JsonObject) {
  return z.custom<T>().meta({ ...schema });
}

/** Display name of a record. */
const label = z.object({
  label: text,
  /** Counted number with its prefix. */
  number: text.optional(),
  color: text.optional(),
  /** The shape of a state or severity. */
  glyph: z.enum(glyphs).optional(),
  /** The record has a label but no page that the caller may open. */
  isOutside: z.literal(true).optional(),
});

/** Labels of records, by resource path and id. */
export const labelsById = z.record(text, z.record(text, label));
