import { z } from "zod";
import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { writableColumns } from "./writable";

/** The mode of the check: a create needs every required field, an update any of them. */
export type Writing = "create" | "update";

export type RecordSchema = z.ZodType<Record<string, JsonValue | undefined>>;

const known = new WeakMap<Resource, Partial<Record<Writing, RecordSchema>>>();

/**
 * Returns the zod schema of the data of a write, by column name (relations as their `…Id`). The
 * server and the console's forms share it. Unknown keys are refused; values come out in stored
 * form.
 */
export function recordSchema(resource: Resource, writing: Writing): RecordSchema {
  const schemas = known.get(resource) ?? {};
  known.set(resource, schemas);
  schemas[writing] ??= makeRecordSchema(resource, writing);
  return schemas[writing];
}

/** Returns the schema of `recordSchema` without caching it. The schemas of all resources take 10 MB. */
export function makeRecordSchema(resource: Resource, writing: Writing): RecordSchema {
  return z.strictObject(
    Object.fromEntries(
      writableColumns(resource).map((column) => [column.name, columnSchema(column.field, writing)]),
    ),
  );
}

function columnSchema(field: Field, writing: Writing): z.ZodType<JsonValue | undefined> {
  const value = kindOf(field).check(z, field);
  const demanded = field.required && !field.madeByServer && field.default === undefined;
  if (!field.required) return value.nullish();
  if (writing === "update") return value.optional();
  return demanded ? value : value.nullish();
}
