import type { JsonValue } from "@/lib/schema/json";

/** Returns true for null, the empty text and the empty list. */
export function isEmptyValue(value: JsonValue | undefined): boolean {
  return (value ?? "") === "" || (Array.isArray(value) && !value[0]);
}
