import type fc from "fast-check";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { names } from "./hostile-values";
import { oneIn, pickOne } from "./pick-one";

/** The name of one of a resource's fields, seldom of one that it has not. */
export function nameFor(pick: fc.GeneratorValue, resource: Resource): string {
  if (oneIn(pick, 12)) return pickOne(pick, names);
  return pickOne(pick, [...shapeOf(resource).byName.keys()]);
}
