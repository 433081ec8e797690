import { relationColumn, stateColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { resources } from "./index";

/**
 * Returns the column of the state or status that a record is in: that of its lifecycle, or the one
 * that its events set. Undefined for records with neither.
 */
export function currentValueColumn(resource: Resource): Column | undefined {
  const state = stateColumn(resource);
  if (state) return state;
  for (const events of resources.values()) {
    const { sets } = events;
    if (sets && relationColumn(events, sets.owner).field.to === resource.path) {
      return relationColumn(resource, sets.current);
    }
  }
  return undefined;
}
