import type { JsonValue } from "@/lib/schema/json";
import type { JsonType } from "@/lib/store/port/engine";

/** Returns the type of a JSON value. */
export function jsonType(value: JsonValue): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "object") return "object";
  if (typeof value === "boolean") return value ? "true" : "false";
  return typeof value === "string" ? "text" : "number";
}
