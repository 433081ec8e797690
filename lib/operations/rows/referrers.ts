import type { Filter } from "@/lib/schema/filter";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Column } from "@/lib/schema/shape";

/** Returns the condition for records whose column holds this id. */
export function refersTo({ name, field }: Column, id: string): Filter {
  return kindOf(field).codec.list === "linked"
    ? { op: "hasAny", column: name, values: [id] }
    : { op: "eq", column: name, value: id };
}
