import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Patch, Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { Draft } from "./transaction";

/** The logged fields of a record before and after a change. */
export interface Sides {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** Returns a record's non-null fields, with secrets as "changed" and without hidden columns. */
export function loggable(resource: Resource, row: Row): Row {
  const logged: Draft = {};
  for (const [name, isSecret] of loggedColumns(resource)) {
    const value = row[name] ?? null;
    if (value !== null) logged[name] = isSecret ? "changed" : value;
  }
  return logged;
}

/** Returns the columns of a patch with their values before and after it. */
export function difference(resource: Resource, before: Row, patch: Patch): Sides {
  const logged = loggedColumns(resource);
  const names = Object.keys(patch).filter((name) => logged.has(name));
  const side = (row: Row): Row =>
    Object.fromEntries(
      names.map((name): [string, JsonValue] => [
        name,
        logged.get(name) ? "changed" : (row[name] ?? null),
      ]),
    );
  return { before: side(before), after: side(patch) };
}

const known = new WeakMap<Resource, ReadonlyMap<string, boolean>>();

/** Returns the columns that the change log has, and whether their values are secrets. */
function loggedColumns(resource: Resource): ReadonlyMap<string, boolean> {
  const kept = known.get(resource);
  if (kept) return kept;
  const columns = shapeOf(resource).columns.filter(({ field }) => !field.hidden && !field.foreign);
  const made = new Map(columns.map(({ name, field }) => [name, kindOf(field).isSecret === true]));
  known.set(resource, made);
  return made;
}
