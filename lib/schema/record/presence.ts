import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/**
 * Returns the presence flags of unreadable columns (`hasPassword` of `password`), each with its
 * column. A response carries a flag only if it is selected by name; a write ignores it (decision
 * 64).
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

/** Returns the column as pages display it: under the name of its presence flag, if it has one. */
export function shownAs(column: Column): Column {
  const { presence } = column.field;
  return presence === undefined ? column : { ...column, name: presence };
}

/** Returns a change as a read would show it: without secrets, and with their presence flags. */
export function shownChange(resource: Resource, data: JsonObject): JsonObject {
  const { byColumn } = shapeOf(resource);
  const entries = Object.entries(data).flatMap(([name, value]): [string, JsonValue][] => {
    const field = byColumn.get(name)?.field;
    if (!field || !kindOf(field).isSecret) return [[name, value]];
    const isKnown = field.presence !== undefined && value !== null;
    return isKnown ? [[String(field.presence), value !== ""]] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns a select of every readable field and of the presence flags a plain read leaves out. */
export function selectAll(resource: Resource): { readonly [name: string]: true } {
  const presence = [...presencesOf(resource).keys()];
  if (presence.length === 0) return {};
  const readable = shapeOf(resource).columns.filter(
    ({ field }) => !field.hidden && !kindOf(field).isSecret,
  );
  return Object.fromEntries(
    [...readable.map(({ name }) => name), ...presence].map((name) => [name, true]),
  );
}
