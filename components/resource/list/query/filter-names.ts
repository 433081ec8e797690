import { resourceAt } from "@/lib/resources/index";
import { namedPaths } from "@/lib/schema/filter-text/condition-target";
import type { Condition, FilterNode } from "@/lib/schema/filter-text/model";
import { isOnOwners } from "@/lib/schema/filter-text/owners";
import type { Resource } from "@/lib/schema/resource";
import { isUuid } from "@/lib/schema/values/uuid";

/** Record names in a filter, by the path of their resource. */
export type NamesByPath = ReadonlyMap<string, readonly string[]>;

/** Returns the values of relations in a filter that are names, not ids. */
export function namesInFilter(resource: Resource, filter: FilterNode | undefined): NamesByPath {
  return relatedValues(
    resource,
    filter,
    (value, condition) =>
      value !== "me" && !isUuid(value) && !(value === "none" && isOnOwners(resource, condition)),
  );
}

/** Returns the record ids in a filter, by the path of their resource. */
export function idsInFilter(resource: Resource, filter: FilterNode | undefined): NamesByPath {
  return relatedValues(resource, filter, isUuid);
}

function relatedValues(
  resource: Resource,
  filter: FilterNode | undefined,
  isWanted: (value: string, condition: Condition) => boolean,
): NamesByPath {
  const found = new Map<string, string[]>();
  for (const condition of conditionsOf(filter)) {
    const values = condition.values.filter((value) => isWanted(value, condition));
    if (values.length === 0) continue;
    for (const path of namedPaths(resource, condition, resourceAt)) {
      found.set(path, [...(found.get(path) ?? []), ...values]);
    }
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
