import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { unreadableKinds } from "@/lib/schema/kinds/operators";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/**
 * The names that tell whether an unreadable column holds a value (`hasPassword` of `password`), each with that column.
 * A reply carries one only where it is selected by name; sent back, it is ignored (decision 64).
 */
export function presencesOf(resource: Resource): ReadonlyMap<string, Column> {
  const known = presences.get(resource);
  if (known) return known;
  const found = new Map(
    shapeOf(resource).columns.flatMap((column): [string, Column][] =>
      column.field.presence === undefined ? [] : [[column.field.presence, column]],
    ),
  );
  presences.set(resource, found);
  return found;
}

const presences = new WeakMap<Resource, ReadonlyMap<string, Column>>();

/** The column as pages show it: under the name of its presence where it has one. */
export function shownAs(column: Column): Column {
  const { presence } = column.field;
  return presence === undefined ? column : { ...column, name: presence };
}

/** A change as a read would show it: without secrets, and with whether each is there. */
export function shownChange(resource: Resource, data: JsonObject): JsonObject {
  const { byColumn } = shapeOf(resource);
  const entries = Object.entries(data).flatMap(([name, value]): [string, JsonValue][] => {
    const field = byColumn.get(name)?.field;
    if (!field || !unreadableKinds.has(field.kind)) return [[name, value]];
    const isKnown = field.presence !== undefined && value !== null;
    return isKnown ? [[String(field.presence), value !== ""]] : [];
  });
  return Object.fromEntries(entries);
}

/** A select of every field of a resource that can be read, with the presences that a plain read leaves out. */
export function selectAll(resource: Resource): { readonly [name: string]: true } {
  const presence = [...presencesOf(resource).keys()];
  if (presence.length === 0) return {};
  const readable = shapeOf(resource).columns.filter(
    ({ field }) => !field.hidden && !unreadableKinds.has(field.kind),
  );
  return Object.fromEntries(
    [...readable.map(({ name }) => name), ...presence].map((name) => [name, true]),
  );
}
