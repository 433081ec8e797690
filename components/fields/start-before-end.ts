import type { Column } from "@/lib/schema/shape";

/**
 * Returns the columns in their order, except that the start of an interval precedes its end,
 * whatever the order of the reference.
 */
export function startBeforeEnd(columns: readonly Column[]): readonly Column[] {
  const [first, second] = columns.filter(({ field }) => field.edge !== undefined);
  if (first?.field.edge !== "end" || !second) return columns;
  return columns.map(
    (column) => ({ [first.name]: second, [second.name]: first })[column.name] ?? column,
  );
}
