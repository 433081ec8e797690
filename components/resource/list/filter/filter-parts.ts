import type { FilterNode } from "@/lib/schema/filter-text/model";

/** Returns the parts of a filter that must all hold, shown as chips side by side. */
export function partsOf(filter: FilterNode | undefined): readonly FilterNode[] {
  if (!filter) return [];
  return filter.kind === "and" ? filter.parts : [filter];
}

/** Returns the conjunction of the parts; undefined for none. */
export function allOf(parts: readonly FilterNode[]): FilterNode | undefined {
  const [only] = parts;
  return parts.length > 1 ? { kind: "and", parts } : only;
}
