import type { Field } from "@/lib/schema/field";
import { kindOf } from "./index";

/** Returns the value of an empty field: `[]` for a list of references, otherwise null. */
export function emptyValue(field: Field): null | readonly [] {
  return kindOf(field).codec.list === "linked" ? [] : null;
}
