import type { Field } from "@/lib/schema/field";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/**
 * Returns the columns by which records of `from` refer to records of `to`, without those that only
 * the server writes. Empty for records that belong to no single project.
 */
export function columnsTo(from: Resource, to: Resource): readonly Column[] {
  if (from.scope !== "project" || to.scope !== "project") return [];
  return shapeOf(from).columns.filter(
    ({ field, relation }) =>
      field.to === to.path &&
      !field.hidden &&
      field.writtenBy !== "server" &&
      (relation !== undefined || isLinkedList(field)),
  );
}

/** Returns true for a list of references, which the store keeps as links too. */
export function isLinkedList(field: Field): boolean {
  return field.to !== undefined && kindOf(field).codec.list === "linked";
}
