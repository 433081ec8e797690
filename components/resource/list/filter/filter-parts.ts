import type { FilterNode } from "@/lib/schema/filter-text/model";

/** The parts of a filter that must all hold: what stands as chips side by side. */
export function partsOf(filter: FilterNode | undefined): readonly FilterNode[] {
  if (!filter) return [];
  return filter.kind === "and" ? filter.parts : [filter];
}

/** The filter that asks for all of these; undefined for none. */
export function allOf(parts: readonly FilterNode[]): FilterNode | undefined {
  const [only] = parts;
  return parts.length > 1 ? { kind: "and", parts } : only;
}
