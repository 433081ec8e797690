import type { FilterNode } from "@/lib/schema/filter-text/model";
import type { Resource } from "@/lib/schema/resource";
import { conditionError } from "./conditions";

/** An editable group. It may be empty or negated. */
export interface Group {
  readonly kind: "and" | "or";
  readonly isNot: boolean;
  readonly parts: readonly (Group | Extract<FilterNode, { kind: "condition" }>)[];
}

/** A condition or a group within a group. */
export type GroupPart = Group["parts"][number];

/** Returns a filter as an editable group. */
export function groupFrom(filter: FilterNode | undefined): Group {
  if (!filter) return { kind: "and", isNot: false, parts: [] };
  if (filter.kind === "not") {
    const inner = groupFrom(filter.part);
    return inner.isNot ? { kind: "and", isNot: true, parts: [inner] } : { ...inner, isNot: true };
  }
  if (filter.kind === "condition") return { kind: "and", isNot: false, parts: [filter] };
  const parts = filter.parts.map((part) => (part.kind === "condition" ? part : groupFrom(part)));
  return { kind: filter.kind, isNot: false, parts };
}

/**
 * Returns the filter of a group. Empty groups are left out, groups of one part become that part.
 */
export function nodeFrom(group: Group): FilterNode | undefined {
  const parts = group.parts
    .map((part) => (part.kind === "condition" ? part : nodeFrom(part)))
    .filter((part) => part !== undefined);
  const [only] = parts;
  const node: FilterNode | undefined = parts.length > 1 ? { kind: group.kind, parts } : only;
  return node && group.isNot ? { kind: "not", part: node } : node;
}

/** Returns true if every condition of a filter is filled in. */
export function isFilterComplete(
  resource: Resource,
  node: FilterNode | undefined,
  me: string,
): boolean {
  if (!node) return true;
  if (node.kind === "not") return isFilterComplete(resource, node.part, me);
  if (node.kind !== "condition")
    return node.parts.every((part) => isFilterComplete(resource, part, me));
  return conditionError(resource, node, me) === undefined;
}
