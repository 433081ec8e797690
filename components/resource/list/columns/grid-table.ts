import {
  columnPinningFeature,
  columnSizingFeature,
  type ReactTable,
  tableFeatures,
} from "@tanstack/react-table";
import type { CSSProperties } from "react";
import { defaultWidth } from "@/components/fields/column-widths";
import { titleOf } from "@/components/words/field-title";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn, numberColumns } from "@/lib/schema/search-text/searched-columns";
import type { Column } from "@/lib/schema/shape";
import type { Layout } from "./use-layout";

/**
 * The features of TanStack Table in use. Order, filter and pages come from the server; the
 * selection spans pages.
 */
export const features = tableFeatures({ columnSizingFeature, columnPinningFeature });

export type ListTable = ReactTable<typeof features, Row>;

/** Bounds of a column's width, in pixels. */
export const widthBounds = { min: 64, max: 800 } as const;

/**
 * Returns the columns for TanStack Table with a width by kind. The column that names the record is
 * wider.
 */
export function tableColumns(resource: Resource, columns: readonly Column[]) {
  const label = labelColumn(resource)?.name;
  const number = numberColumns(resource)?.prefixed;
  return columns.map((column) => ({
    id: column.name,
    accessorFn: (row: Row) => row[column.name],
    size: column.name === number ? numberWidth : initialWidth(column, label),
    minSize: widthBounds.min,
    maxSize: widthBounds.max,
  }));
}

const numberWidth = 96;

function initialWidth(column: Column, label: string | undefined): number {
  const { name, field } = column;
  // The head explains short values, so it is shown in full up to 200 px.
  const title = Math.min(titleOf(column).length * 7 + 46, 200);
  const isLong = name === label && !field.words && !kindOf(field).isNumber;
  return Math.max(defaultWidth(field), title, isLong ? 240 : 0);
}

/** The width of the column of check boxes, in pixels. */
export const selectWidth = 36;

/** A column as rendered in the table. */
export interface ShownColumn {
  readonly column: Column;
  readonly width: number;
  /** Sticky position of a pinned column; `{}` for the others. */
  readonly style: CSSProperties;
  /** The column names the record. */
  readonly isName: boolean;
  /** The column links to the record's page. */
  readonly isLink: boolean;
}

/** Returns the columns in display order: pinned ones first. */
export function layoutColumns(
  table: ListTable,
  resource: Resource,
  { columns }: Layout,
): readonly ShownColumn[] {
  const pinned = table.getStartLeafColumns();
  const ordered = [...pinned, ...table.getCenterLeafColumns()];
  const label = labelColumn(resource)?.name;
  const way = ordered.some(({ id }) => id === label) ? label : ordered[0]?.id;
  return ordered.flatMap((one) => {
    const column = columns.find(({ name }) => name === one.id);
    if (!column) return [];
    const left = one.getStart("start") + selectWidth;
    const style: CSSProperties = pinned.includes(one)
      ? { position: "sticky", left, zIndex: 1 }
      : {};
    return [
      { column, width: one.getSize(), style, isName: one.id === label, isLink: one.id === way },
    ];
  });
}
