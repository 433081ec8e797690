import type { Field } from "@/lib/schema/field";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";

/**
 * Returns a value that OneUptime or a client of it wrote without its type, a number from its text,
 * and null for an unset id, date or number. JSON values stay as they are.
 */
export function plainValue(field: Field, sent: JsonValue): JsonValue {
  const kind = kindOf(field);
  if (kind.hasKeys) return sent;
  const value = untyped(sent);
  if (Array.isArray(value)) return value.map(untyped);
  if (typeof value !== "string") return value;
  const isUnset = value === "" && (kind.typedAs !== undefined || kind.isNumber || kind.holdsIds);
  if (isUnset) return null;
  return kind.isNumber && isNumberText(value) ? Number(value) : value;
}

function untyped(value: JsonValue): JsonValue {
  const isTyped = isJsonObject(value) && typeof value._type === "string";
  return isTyped && value.value !== undefined ? value.value : value;
}

/** A number as JSON writes it. */
function isNumberText(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}
