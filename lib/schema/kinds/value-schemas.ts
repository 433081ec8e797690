import { z } from "zod";
import type { Field, FieldKind } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { toUtcDate } from "./dates";
import { codePoints, hasAtMost, isStorable } from "./text-checks";
import { uuidShape } from "./uuid";

/** Lengths in code points. */
const shortLength = 255;
const emailLength = 320;
const mediumLength = 5_000;
const longLength = 1_000_000;
/** Limit on the ids or texts in a list. More would not fit one SQL statement and have no use. */
const listLength = 1_000;

/**
 * Checks a value of each kind and converts it to its stored form. Messages continue the field's
 * name: "must be a number". The caller handles null and absence.
 */
export const valueSchemas: Record<FieldKind, (field: Field) => z.ZodType<JsonValue>> = {
  id: () => idSchema,
  date: () => dateSchema,
  text: (field) => textOf(shortLength, field),
  longText: (field) => textOf(mediumLength, field),
  veryLongText: (field) => textOf(longLength, field),
  markdown: (field) => textOf(longLength, field),
  slug: (field) => textOf(shortLength, field),
  boolean: () => z.boolean(mustBe("true or false")),
  number: numberOf,
  smallNumber: () =>
    z
      .int(mustBe("a whole number from -32768 to 32767"))
      .min(-32768, "must be at least -32768")
      .max(32767, "must be at most 32767"),
  json: () => jsonSchema,
  color: () =>
    z
      .string(mustBe("a color such as #1f6feb"))
      .regex(/^#[0-9a-f]{6}$/i, "must be a color of the form #RRGGBB, such as #1f6feb"),
  email: (field) =>
    textOf(emailLength, field).regex(
      z.regexes.html5Email,
      "must be an e-mail address, such as mia@example.com",
    ),
  hashed: (field) => textOf(mediumLength, field),
  url: (field) =>
    textOf(mediumLength, field).refine(
      isWebAddress,
      "must be a web address that begins with http:// or https://",
    ),
  file: () =>
    z.union(
      [fileIdSchema, z.array(fileIdSchema).max(listLength)],
      mustBe("a file id or an array of them"),
    ),
  textList: (field) => listOf(textOf(shortLength, field), "an array of texts"),
  relation: () => idSchema,
  relationList: () => listOf(idSchema, "an array of ids").transform((ids) => [...new Set(ids)]),
};

function mustBe(what: string) {
  return {
    error: ({ input }: { input?: unknown }) =>
      input === undefined || input === null ? `is required: send ${what}` : `must be ${what}`,
  };
}

const idSchema = z
  .string(mustBe("an id in the shape of a UUID"))
  .regex(uuidShape, "must be an id in the shape of a UUID")
  .toLowerCase();

const fileIdSchema = z
  .string(mustBe("a file id"))
  .regex(uuidShape, "must be a file id in the shape of a UUID");

const dateSchema = z
  .string(mustBe("a date such as 2026-01-31T09:00:00.000Z"))
  .transform((text, check) => {
    const date = toUtcDate(text);
    if (date !== undefined) return date;
    check.addIssue({
      code: "custom",
      message:
        "must be an ISO 8601 date of the years 0001 to 9999, such as 2026-01-31T09:00:00.000Z",
    });
    return z.NEVER;
  });

const jsonSchema = z.custom<JsonValue>((value) => value !== undefined, "must be a JSON value");

function textOf(maxLength: number, field: Field) {
  const schema = z
    .string(mustBe(`text of at most ${maxLength.toLocaleString("en")} characters`))
    .refine((text) => hasAtMost(text, maxLength), {
      error: ({ input }) =>
        `must be at most ${maxLength.toLocaleString("en")} characters; it has ${codePoints(String(input)).toLocaleString("en")}`,
    })
    .refine(isStorable, "must not hold NUL or half of a surrogate pair")
    .meta({ maxLength });
  if (!field.required) return schema;
  return schema.refine((text) => text !== "", "is required and must not be empty");
}

function listOf<T extends z.ZodType>(item: T, what: string) {
  const shown = listLength.toLocaleString("en");
  return z.array(item, mustBe(what)).max(listLength, `must hold at most ${shown} of them`);
}

function numberOf(field: Field) {
  let schema = z.number(mustBe("a finite number"));
  if (field.min !== undefined) schema = schema.min(field.min, `must be at least ${field.min}`);
  if (field.max !== undefined) schema = schema.max(field.max, `must be at most ${field.max}`);
  return schema;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
}
