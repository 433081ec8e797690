import { kindOf } from "@/lib/schema/kinds";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";

/** Returns the name of the column of a resource that holds files; undefined without one. */
export function filesColumn(resource: Resource): string | undefined {
  return shapeOf(resource).columns.find(({ field }) => kindOf(field).formValue === "files")?.name;
}
