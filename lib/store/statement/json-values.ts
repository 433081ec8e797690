import type { JsonValue } from "@/lib/schema/json";
import type { JsonType, Parameter } from "@/lib/store/port/engine";

/** Returns the type of a JSON value. */
export function jsonType(value: JsonValue): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "object") return "object";
  if (typeof value === "boolean") return value ? "true" : "false";
  return typeof value === "string" ? "text" : "number";
}

/** Returns the parameter of a JSON value: the text of an object or an array, any other as it is. */
export function toParameter(value: JsonValue): Parameter {
  return typeof value === "object" ? JSON.stringify(value) : value;
}
