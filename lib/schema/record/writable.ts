import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** The columns a client may write; what the server makes itself and hidden columns are left out. */
export function writableColumns(resource: Resource): Column[] {
  return shapeOf(resource).columns.filter(
    ({ field }) => !field.hidden && field.writtenBy !== "server",
  );
}
