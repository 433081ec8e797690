import fc from "fast-check";
import { resources } from "@/lib/resources";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { pickOne } from "@/tests/hard/pick-one";
import { foreign, foreignIds, resourceAt, sharedName } from "./world";

/** The source of a history's random choices. */
export type Pick = fc.GeneratorValue;

/** Replaces the references in data: some to own records, some to B's, some to none. */
export function mixed(pick: Pick, resource: Resource, data: JsonObject): JsonObject {
  const entries = Object.entries(data).map(([name, value]): [string, JsonValue] => {
    const to = shapeOf(resource).byName.get(name)?.column.field.to;
    if (to === undefined || name === "projectId") return [name, value];
    const one = () => reference(pick, to);
    return [name, Array.isArray(value) ? [one(), one()] : one()];
  });
  return Object.fromEntries(entries);
}

/** Returns an id or a placeholder: mostly of an own record, else one of B, or of none. */
export function reference(pick: Pick, path: string): string {
  const ids = foreignIds.get(path) ?? [foreign];
  const way = pick(fc.nat, { max: 9 });
  if (way < 6) return `@${path}#${pick(fc.nat, { max: 20 })}`;
  return way < 9 ? pickOne(pick, ids) : "0190a000-0000-7000-8000-0000000000ff";
}

type Entry = [string, JsonValue];

/** Returns a select of some fields, with some fields of relations. */
export function selected(pick: Pick, resource: Resource): JsonObject {
  const entries = [...shapeOf(resource).byName].flatMap(([name, { column, as }]): Entry[] => {
    const target = resources.get(column.field.to ?? "");
    if (pick(fc.nat, { max: 5 }) > 0) return [];
    const isWhole = !target || (column.relation !== undefined && as === "value");
    if (isWhole || pick(fc.boolean)) return [[name, true]];
    return [[name, { _id: true, [target.label]: true }]];
  });
  return Object.fromEntries(entries);
}

/** Returns a query, mostly about records of another project. */
export function queried(pick: Pick, resource: Resource): JsonObject {
  const related = shapeOf(resource).columns.filter(({ field }) => field.to !== undefined);
  const way = pick(fc.nat, { max: 7 });
  const column = related.length > 0 ? pickOne(pick, related) : undefined;
  if (way === 0 || column === undefined) return {};
  const to = column.field.to ?? resource.path;
  const one = (): JsonObject => ({ [column.name]: reference(pick, to) });
  if (way === 1) return { projectId: foreign };
  if (way === 2) return { _id: [reference(pick, resource.path), reference(pick, resource.path)] };
  if (way === 3) return { _not: one() };
  if (way === 4) return { _or: [{ projectId: foreign }, one()] };
  if (way === 5 || column.relation === undefined) {
    return { [column.name]: { _type: "Includes", value: [reference(pick, to)] } };
  }
  const nested = { [column.relation]: nestedIn(pick, to) };
  return way === 6 ? nested : { _not: nested };
}

/** Returns a query on a related record: a name used by both projects, or its id if it has none. */
function nestedIn(pick: Pick, to: string): JsonObject {
  const target = resourceAt(to);
  const isNamed = target.fields[target.label]?.kind !== "relation" && target.label !== "_id";
  return isNamed ? { [target.label]: sharedName(0) } : { _id: reference(pick, to) };
}
