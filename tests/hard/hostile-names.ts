import type fc from "fast-check";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { names } from "./hostile-values";
import { oneIn, pickOne } from "./pick-one";

/** Returns the name of one of a resource's fields, rarely a name it does not have. */
export function nameFor(pick: fc.GeneratorValue, resource: Resource): string {
  if (oneIn(pick, 12)) return pickOne(pick, names);
  return pickOne(pick, [...shapeOf(resource).byName.keys()]);
}
