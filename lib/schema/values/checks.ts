import type { z } from "zod";
import type { Field } from "@/lib/schema/field";
import type { Zod } from "./kind";
import { codePoints, hasAtMost, isStorable } from "./text-checks";
import { uuidShape } from "./uuid";

/** Lengths in code points. */
export const shortLength = 255;
export const mediumLength = 5_000;
export const longLength = 1_000_000;

/** Limit on the ids or texts in a list. More would not fit one SQL statement and have no use. */
export const listLength = 1_000;

/** Returns the messages for a missing value, and for a value or an item of a list of another type. */
export function mustBe(what: string) {
  return {
    error: ({ input, path }: { input?: unknown; path?: readonly PropertyKey[] | undefined }) =>
      (input === undefined || input === null) && typeof path?.at(-1) !== "number"
        ? `is required: send ${what}`
        : `must be ${what}`,
  };
}

/** Returns the check of the id of a record, stored in lower case. */
export function checkId(z: Zod) {
  return z
    .string(mustBe("an id in the shape of a UUID"))
    .regex(uuidShape, "must be an id in the shape of a UUID")
    .toLowerCase();
}

/** Returns the check of a text of at most `maxLength` code points. A required text is not empty. */
export function checkText(z: Zod, maxLength: number, field: Field): z.ZodString {
  const shown = maxLength.toLocaleString("en");
  const schema = z
    .string(mustBe(`text of at most ${shown} characters`))
    .refine((text) => hasAtMost(text, maxLength), {
      error: ({ input }) =>
        `must be at most ${shown} characters; it has ${codePoints(String(input)).toLocaleString("en")}`,
    })
    .refine(isStorable, "must not hold NUL or half of a surrogate pair")
    .meta({ maxLength });
  if (!field.required) return schema;
  const isThere = (text: string) => (field.refusesBlanks ? text.trim() : text) !== "";
  return schema.refine(isThere, "is required and must not be empty");
}

/** Returns the check of a list of items. */
export function checkList<T extends z.ZodType>(z: Zod, item: T, what: string) {
  const shown = listLength.toLocaleString("en");
  return z.array(item, mustBe(what)).max(listLength, `must hold at most ${shown} of them`);
}
