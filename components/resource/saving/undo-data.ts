import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { unreadableKinds } from "@/lib/schema/kinds/operators";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/** What puts a saved change back: the values before it. Undefined where one of them cannot be known. */
export function undoData(
  resource: Resource,
  before: Row,
  sent: JsonObject,
): JsonObject | undefined {
  const names = Object.keys(sent);
  const { byColumn } = shapeOf(resource);
  const isSecret = names.some((name) => {
    const kind = byColumn.get(name)?.field.kind;
    return kind !== undefined && unreadableKinds.has(kind);
  });
  if (names.length === 0 || isSecret) return undefined;
  return Object.fromEntries(names.map((name): [string, JsonValue] => [name, before[name] ?? null]));
}
