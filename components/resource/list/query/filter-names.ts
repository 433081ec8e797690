import { resourceAt } from "@/lib/resources/index";
import { comparedColumn } from "@/lib/schema/filter-text/condition-target";
import type { Condition, FilterNode } from "@/lib/schema/filter-text/model";
import type { Resource } from "@/lib/schema/resource";
import { isUuid } from "@/lib/schema/values/uuid";

/** Record names in a filter, by the path of their resource. */
export type NamesByPath = ReadonlyMap<string, readonly string[]>;

/** Returns the values of relations in a filter that are names, not ids. */
export function namesInFilter(resource: Resource, filter: FilterNode | undefined): NamesByPath {
  return relatedValues(resource, filter, (value) => value !== "me" && !isUuid(value));
}

/** Returns the record ids in a filter, by the path of their resource. */
export function idsInFilter(resource: Resource, filter: FilterNode | undefined): NamesByPath {
  return relatedValues(resource, filter, isUuid);
}

function relatedValues(
  resource: Resource,
  filter: FilterNode | undefined,
  isWanted: (value: string) => boolean,
): NamesByPath {
  const found = new Map<string, string[]>();
  for (const condition of conditionsOf(filter)) {
    const to = comparedColumn(resource, condition, resourceAt)?.field.to;
    const values = condition.values.filter(isWanted);
    if (to !== undefined && values.length > 0) found.set(to, [...(found.get(to) ?? []), ...values]);
  }
  return found;
}

/** Returns all conditions of a filter, in the order they are written. */
export function conditionsOf(filter: FilterNode | undefined): readonly Condition[] {
  if (!filter) return [];
  if (filter.kind === "condition") return [filter];
  if (filter.kind === "not") return conditionsOf(filter.part);
  return filter.parts.flatMap(conditionsOf);
}
