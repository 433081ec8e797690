import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { isStorable } from "@/lib/schema/values/text-checks";

/** The API accepts no deeper values. */
const deepest = 30;

/** Returns why a JSON value of a source cannot be stored, or undefined. */
export function jsonFault(value: JsonValue, depth = 0): string | undefined {
  if (typeof value === "string") {
    return isStorable(value) ? undefined : "must not hold NUL or half of a surrogate pair";
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (depth === deepest) return `must not be nested more than ${deepest} levels deep`;
  const parts = isJsonObject(value) ? Object.entries(value).flat() : value;
  for (const part of parts) {
    const fault = jsonFault(part, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
