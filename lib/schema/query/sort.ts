import type { Fault } from "@/lib/errors";
import type { Field } from "@/lib/schema/field";
import type { SortKey } from "@/lib/schema/filter";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { faultAt, fieldFault, unknownField } from "@/lib/schema/pointer";
import type { Resource } from "@/lib/schema/resource";
import { numberColumns } from "@/lib/schema/search-text/searched-columns";
import { type Column, shapeOf } from "@/lib/schema/shape";
import type { QueryScope } from "./query-place";

const directions: ReadonlyMap<string, SortKey["direction"]> = new Map([
  ["1", "asc"],
  ["-1", "desc"],
  ["asc", "asc"],
  ["desc", "desc"],
]);

/**
 * Reads a sort and adds errors to `faults`. Absent or `{}` means newest first. A relation takes an
 * object of fields of its record, one level deep. Throws a 403 if the caller may not read such
 * records.
 */
export function readSort(
  resource: Resource,
  sort: JsonValue | undefined,
  scope: QueryScope,
  faults: Fault[],
): readonly SortKey[] {
  const newestFirst: SortKey[] = [{ column: resource.timeField, direction: "desc" }];
  if (sort === undefined || sort === null) return newestFirst;
  if (!isJsonObject(sort)) {
    faults.push(fieldFault("sort", 'must be an object such as {"createdAt": -1}'));
    return newestFirst;
  }
  const reading = { resource, scope, faults };
  const sorted = Object.entries(sort).flatMap(([name, wanted]) => readEntry(reading, name, wanted));
  return sorted.length === 0 ? newestFirst : withTime(resource, sorted);
}

interface Reading {
  readonly resource: Resource;
  readonly scope: QueryScope;
  readonly faults: Fault[];
}

/** Adds the time as a key after a related record's key, because many records share that record. */
function withTime({ timeField }: Resource, keys: readonly SortKey[]): readonly SortKey[] {
  const last = keys.at(-1);
  const isSettled = keys.some(({ column }) => column === timeField || column === "_id");
  if (!last?.related || isSettled) return keys;
  return [...keys, { column: timeField, direction: last.direction }];
}

function readEntry(reading: Reading, name: string, wanted: JsonValue): SortKey[] {
  const { resource, scope, faults } = reading;
  const target = shapeOf(resource).byName.get(name);
  const to = target?.as === "relation" ? target.column.field.to : undefined;
  const related = to === undefined ? undefined : scope.resolve(to);
  if (target && related && isJsonObject(wanted)) {
    const fields = readRelated(reading, related, name, wanted);
    if (fields.length === 0) return [];
    const projects = scope.readableProjects(related);
    return fields.map(({ column, direction }) => ({
      ...{ column: target.column.name, direction },
      related: { to: related.path, column, projects },
    }));
  }
  const key = readKey(resource, ["sort", name], wanted, faults);
  return key ? [key] : [];
}

function readRelated(
  { faults }: Reading,
  related: Resource,
  relation: string,
  wanted: JsonObject,
): SortKey[] {
  const entries = Object.entries(wanted);
  if (entries.length === 0) {
    const problem = `must name a field of the ${related.name}, such as {"${related.label}": 1}`;
    faults.push(faultAt(["sort", relation], relation, problem));
  }
  const keys = entries.map(([name, direction]) => {
    const path = ["sort", relation, name];
    const field = shapeOf(related).byName.get(name)?.column.field;
    if (!field || !isTooLong(field)) return readKey(related, path, direction, faults);
    faults.push(faultAt(path, `${relation}.${name}`, "is too long to sort other records by"));
    return undefined;
  });
  return keys.filter((key) => key !== undefined);
}

/** Each page would carry such a value for each record. */
function isTooLong(field: Field): boolean {
  const { isSortable, codec } = kindOf(field);
  return isSortable && codec.isBulky === true;
}

/** Reads one key. The last element of `path` is the field's name in `resource`. */
function readKey(
  resource: Resource,
  path: readonly string[],
  wanted: JsonValue,
  faults: Fault[],
): SortKey | undefined {
  const { byName } = shapeOf(resource);
  const target = byName.get(path.at(-1) ?? "");
  const name = path.slice(1).join(".");
  if (!target) {
    faults.push(unknownField(path, resource.name, byName.keys(), faults));
    return undefined;
  }
  const direction =
    typeof wanted === "object" ? undefined : directions.get(String(wanted).toLowerCase());
  if (!kindOf(target.column.field).isSortable) {
    faults.push(faultAt(path, name, "cannot be sorted by"));
    return undefined;
  }
  if (direction === undefined) {
    faults.push(faultAt(path, name, 'must be 1, -1, "ASC" or "DESC"'));
    return undefined;
  }
  return { column: orderedBy(resource, target.column), direction };
}

/**
 * Returns the column to sort by. Prefixed numbers sort as text (1, 10, 11, 2), so the bare number
 * replaces them.
 */
function orderedBy(resource: Resource, { name }: Column): string {
  const numbers = numberColumns(resource);
  return numbers?.prefixed === name ? numbers.bare : name;
}
