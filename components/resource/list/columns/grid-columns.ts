import type { CSSProperties } from "react";
import { defaultWidth } from "@/components/fields/column-widths";
import { titleOf } from "@/components/words/field-title";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { labelColumn, numberColumns } from "@/lib/schema/search-text/searched-columns";
import type { Column } from "@/lib/schema/shape";
import { fittingClasses } from "./fitting-columns";
import type { Layout } from "./use-layout";

/** Bounds of a column's width, in pixels. */
export const widthBounds = { min: 64, max: 800 } as const;

/**
 * Returns the width of a column by its kind, in pixels. The column that names the record is wider.
 */
export function initialWidth(resource: Resource, column: Column): number {
  const { name, field } = column;
  if (name === numberColumns(resource)?.prefixed) return numberWidth;
  // The head explains short values, so it is shown in full up to 200 px.
  const title = Math.min(titleOf(column).length * 7 + 46, 200);
  const isName = name === labelColumn(resource)?.name;
  const isLong = isName && !field.words && !kindOf(field).isNumber;
  return Math.max(defaultWidth(field), title, isLong ? 240 : 0);
}

const numberWidth = 96;

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
  /** The class that hides the column where the table is too narrow. */
  readonly fitting: string | undefined;
}

/** The columns of fields before and after the computed column. */
export interface ColumnParts {
  readonly before: readonly ShownColumn[];
  readonly after: readonly ShownColumn[];
}

/** Returns a width within the bounds, in whole pixels. */
export function boundedWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, widthBounds.min), widthBounds.max));
}

/**
 * Returns the columns in display order: pinned ones first, in the order in which they were pinned.
 * `extraWidth` is that of the computed column.
 */
export function layoutColumns(
  resource: Resource,
  layout: Omit<Layout, "names">,
  extraWidth: number,
): readonly ShownColumn[] {
  const { columns, widths, pinned } = layout;
  const label = labelColumn(resource)?.name;
  const start = pinned.flatMap((pin) => columns.find(({ name }) => name === pin) ?? []);
  const ordered = [...start, ...columns.filter(({ name }) => !pinned.includes(name))];
  const number = numberColumns(resource)?.prefixed;
  const way = ordered.some(({ name }) => name === label) ? label : ordered[0]?.name;
  const sized = ordered.map((column) => ({
    column,
    width: boundedWidth(widths[column.name] ?? initialWidth(resource, column)),
  }));
  const fitting = layout.isDefault
    ? fittingClasses(resource, sized, selectWidth + extraWidth)
    : undefined;
  let left = selectWidth;
  return sized.map(({ column, width }, place) => {
    const { name } = column;
    const style: CSSProperties =
      place < start.length ? { position: "sticky", left, zIndex: 1 } : {};
    left += width;
    return {
      column,
      width,
      style,
      isName: name === label,
      isLink: name === way || name === number,
      fitting: fitting?.get(name),
    };
  });
}
