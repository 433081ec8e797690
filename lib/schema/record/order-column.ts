import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";

/** The column that gives a record its place among others; undefined where records have none. */
export function orderColumn(resource: Resource): string | undefined {
  return shapeOf(resource).columns.find(
    ({ field }) => field.ordersWithin !== undefined && !field.hidden,
  )?.name;
}
