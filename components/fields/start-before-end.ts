import type { Column } from "@/lib/schema/shape";

/** Columns in their order, but for a stretch of time: its start stands before its end, whatever the reference has. */
export function startBeforeEnd(columns: readonly Column[]): readonly Column[] {
  const [first, second] = columns.filter(({ field }) => field.edge !== undefined);
  if (first?.field.edge !== "end" || !second) return columns;
  return columns.map(
    (column) => ({ [first.name]: second, [second.name]: first })[column.name] ?? column,
  );
}
