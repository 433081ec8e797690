import { resourceAt } from "@/lib/resources/index";
import { relatedOf } from "@/lib/schema/filter-text/condition-target";
import type { FilterNode } from "@/lib/schema/filter-text/model";
import { isOnOwners, ownerKindsOf } from "@/lib/schema/filter-text/owners";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { conditionsOf, namesInFilter } from "./filter-names";

/** Returns the other resources that a filter reads: their fields, or the names of their records. */
export function filterResources(
  resource: Resource,
  filter: FilterNode | undefined,
): readonly Resource[] {
  const named = [...namesInFilter(resource, filter).keys()].flatMap(
    (path) => resourceAt(path) ?? [],
  );
  const within = conditionsOf(filter).flatMap((condition) => {
    const { column: name, path } = condition;
    if (isOnOwners(resource, condition)) {
      return ownerKindsOf(resource, condition, resourceAt).map((kind) => kind.resource ?? resource);
    }
    const column = shapeOf(resource).byColumn.get(name);
    return (path && column && relatedOf(column, resourceAt)) ?? [];
  });
  return [...new Set([...within, ...named])];
}
