import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** Returns the columns a client may write. Leaves out generated and hidden columns. */
export function writableColumns(resource: Resource): Column[] {
  return shapeOf(resource).columns.filter(
    ({ field }) => !field.hidden && field.writtenBy !== "server",
  );
}
