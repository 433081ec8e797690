import {
  columnPinningFeature,
  columnSizingFeature,
  type ReactTable,
  rowSelectionFeature,
  tableFeatures,
} from "@tanstack/react-table";
import { columnWidths } from "@/components/fields/cells/widths";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn, numberColumns } from "@/lib/schema/searched";
import type { Column } from "@/lib/schema/shape";

/** What of TanStack Table is used; order, filter and pages are the server's. */
export const features = tableFeatures({
  columnSizingFeature,
  columnPinningFeature,
  rowSelectionFeature,
});

export type ListTable = ReactTable<typeof features, Row>;

/** The narrowest and widest a column can be made, in pixels. */
export const widthBounds = { min: 64, max: 800 } as const;

/** Columns of TanStack Table, wide as their kind needs; the one that names the record is wider. */
export function tableColumns(resource: Resource, columns: readonly Column[]) {
  const label = labelColumn(resource)?.name;
  const number = numberColumns(resource)?.prefixed;
  return columns.map((column) => ({
    id: column.name,
    accessorFn: (row: Row) => row[column.name],
    size: column.name === number ? numberWidth : startWidth(column, label),
    minSize: widthBounds.min,
    maxSize: widthBounds.max,
  }));
}

const numberWidth = 96;

function startWidth({ name, field }: Column, label: string | undefined): number {
  const width = columnWidths[field.kind];
  return name === label ? Math.max(width, 240) : width;
}

/** The width of the column of check boxes, in pixels. */
export const selectWidth = 36;

/** The columns as they stand: those that stay first, then the others. */
export function orderedColumns(table: ListTable) {
  return [...table.getStartLeafColumns(), ...table.getCenterLeafColumns()];
}
