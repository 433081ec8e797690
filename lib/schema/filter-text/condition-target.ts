import { kindOf } from "@/lib/schema/kinds/index";
import { isLinkedList } from "@/lib/schema/query/referring";
import type { Resource } from "@/lib/schema/resource";
import { type Column, isNamed, shapeOf } from "@/lib/schema/shape";
import type { Condition, Test } from "./model";
import { isOnOwners, ownerColumnOf, ownerKindsOf, ownerName } from "./owners";
import { testsOf } from "./tests-by-kind";

/** Finds a resource by its path. */
export type Resolve = (path: string) => Resource | undefined;

/** Returns the column that a condition names, its own or that of owners. */
export function conditionColumn(resource: Resource, name: string): Column | undefined {
  const own = shapeOf(resource).byColumn.get(name);
  return own ?? (name === ownerName ? ownerColumnOf(resource) : undefined);
}

/** Returns the resource that a column refers to or lists; undefined if it cannot be queried. */
export function relatedOf(column: Column, resolve: Resolve | undefined): Resource | undefined {
  const isFollowed = column.relation !== undefined || isLinkedList(column.field);
  return isFollowed ? resolve?.(column.field.to ?? "") : undefined;
}

/** Returns the column that a condition compares. Undefined for JSON keys and unknown columns. */
export function comparedColumn(
  resource: Resource,
  { column: name, path = [] }: Pick<Condition, "column" | "path">,
  resolve?: Resolve,
): Column | undefined {
  const column = conditionColumn(resource, name);
  const [inner] = path;
  if (!column || inner === undefined) return column;
  const target = relatedOf(column, resolve);
  return target && shapeOf(target).byColumn.get(inner);
}

/** Returns the paths of the records that the values of a condition name. */
export function namedPaths(
  resource: Resource,
  condition: Condition,
  resolve: Resolve,
): readonly string[] {
  if (isOnOwners(resource, condition)) {
    return [...new Set(ownerKindsOf(resource, condition, resolve).map(({ to }) => to))];
  }
  const to = comparedColumn(resource, condition, resolve)?.field.to;
  return to === undefined ? [] : [to];
}

/** Returns true for a condition on keys of a JSON field. */
export function isKeyed(resource: Resource, { column, path }: Condition): boolean {
  const field = shapeOf(resource).byColumn.get(column)?.field;
  return path !== undefined && field !== undefined && kindOf(field).hasKeys === true;
}

/** Returns the tests that apply to the target of a condition. */
export function testsFor(
  resource: Resource,
  condition: Condition,
  resolve?: Resolve,
): readonly Test[] {
  if (isKeyed(resource, condition)) return keyTests;
  const column = comparedColumn(resource, condition, resolve);
  return column && isNamed(column.field) ? testsOf(column.field) : [];
}

/** Keys of JSON are compared for equality, and by size as numbers or dates. */
export const keyTests: readonly Test[] = [
  ...(["is", "isNot", "above", "atLeast", "below", "atMost", "between"] as const),
];
