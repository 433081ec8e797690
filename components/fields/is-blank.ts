import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";

/** Returns true for a required text of a few words that holds only blanks. It counts as empty. */
export function isBlank(field: Field, value: JsonValue | undefined): boolean {
  const isRequired = field.required === true && kindOf(field).isPlainText === true;
  return isRequired && typeof value === "string" && value.trim() === "";
}
