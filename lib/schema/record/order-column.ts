import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";

/** Returns the column of a record's position among others; undefined if there is none. */
export function orderColumn(resource: Resource): string | undefined {
  return shapeOf(resource).columns.find(
    ({ field }) => field.ordersWithin !== undefined && !field.hidden,
  )?.name;
}
