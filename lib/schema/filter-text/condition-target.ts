import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, isNamed, shapeOf } from "@/lib/schema/shape";
import type { Condition, Test } from "./model";
import { testsOf } from "./tests-by-kind";

/** Finds a resource by its path. */
export type Resolve = (path: string) => Resource | undefined;

/** Returns the resource that a column refers to, or undefined if it cannot be queried. */
export function relatedOf(column: Column, resolve: Resolve | undefined): Resource | undefined {
  return column.relation === undefined ? undefined : resolve?.(column.field.to ?? "");
}

/** Returns the column that a condition compares. Undefined for JSON keys and unknown columns. */
export function comparedColumn(
  resource: Resource,
  { column: name, path = [] }: Pick<Condition, "column" | "path">,
  resolve?: Resolve,
): Column | undefined {
  const column = shapeOf(resource).byColumn.get(name);
  const [inner] = path;
  if (!column || inner === undefined) return column;
  const target = relatedOf(column, resolve);
  return target && shapeOf(target).byColumn.get(inner);
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

/** Keys of JSON are compared for equality only. */
export const keyTests: readonly Test[] = ["is", "isNot"];
