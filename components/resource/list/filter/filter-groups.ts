import type { FilterNode } from "@/lib/schema/filter-text/model";
import type { Resource } from "@/lib/schema/resource";
import { conditionError } from "./conditions";

/** A group as it is edited: it may be empty, and may be turned into its opposite. */
export interface Group {
  readonly kind: "and" | "or";
  readonly isNot: boolean;
  readonly parts: readonly (Group | Extract<FilterNode, { kind: "condition" }>)[];
}

/** What a group holds. */
export type GroupPart = Group["parts"][number];

/** A filter as a group to edit. */
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

/** The filter that a group says: empty groups are left out, groups of one are that one. */
export function nodeFrom(group: Group): FilterNode | undefined {
  const parts = group.parts
    .map((part) => (part.kind === "condition" ? part : nodeFrom(part)))
    .filter((part) => part !== undefined);
  const [only] = parts;
  const node: FilterNode | undefined = parts.length > 1 ? { kind: group.kind, parts } : only;
  return node && group.isNot ? { kind: "not", part: node } : node;
}

/** True when nothing in a filter is still to be filled in. */
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
