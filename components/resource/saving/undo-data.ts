import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/**
 * Returns the data that undoes a saved change: the values before it. Undefined if one of them is
 * not readable.
 */
export function undoData(
  resource: Resource,
  before: Row,
  sent: JsonObject,
): JsonObject | undefined {
  const names = Object.keys(sent);
  const { byColumn } = shapeOf(resource);
  const isSecret = names.some((name) => {
    const field = byColumn.get(name)?.field;
    return field !== undefined && kindOf(field).isSecret === true;
  });
  if (names.length === 0 || isSecret) return undefined;
  return Object.fromEntries(names.map((name): [string, JsonValue] => [name, before[name] ?? null]));
}
