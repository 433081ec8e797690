import { resources } from "@/lib/resources";
import type { Filter } from "@/lib/schema/filter";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** A column that refers to records of a resource. */
export interface Referrer {
  readonly resource: Resource;
  readonly column: Column;
}

/** Returns all columns that refer to records of a resource. */
export function referrersOf(target: Resource): Referrer[] {
  return [...resources.values()].flatMap((resource) =>
    shapeOf(resource)
      .columns.filter(({ field }) => field.to === target.path)
      .map((column) => ({ resource, column })),
  );
}

/** Returns the condition for records whose column holds this id. */
export function refersTo({ name, field }: Column, id: string): Filter {
  return kindOf(field).codec.list === "linked"
    ? { op: "hasAny", column: name, values: [id] }
    : { op: "eq", column: name, value: id };
}
