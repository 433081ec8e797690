import type { JsonValue } from "@/lib/schema/json";

/** True for a value that stands for none: null, no text, no entries. */
export function isEmptyValue(value: JsonValue | undefined): boolean {
  return (value ?? "") === "" || (Array.isArray(value) && !value[0]);
}
