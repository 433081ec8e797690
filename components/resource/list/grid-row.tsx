"use client";

import Link from "next/link";
import type { MouseEvent } from "react";
import { CellValue } from "@/components/fields/cells/cells";
import { titleOf } from "@/components/fields/title";
import { Checkbox } from "@/components/ui/checkbox";
import { classes } from "@/components/ui/styles";
import { usePlace } from "@/lib/client/project";
import type { Row } from "@/lib/schema/row";
import { labelColumn } from "@/lib/schema/searched";
import type { Column } from "@/lib/schema/shape";
import type { GridProps } from "./grid-props";
import { pinnedStyle } from "./pinned";
import { type ListTable, orderedColumns } from "./table";

interface Props extends GridProps {
  readonly table: ListTable;
  readonly row: Row;
  readonly index: number;
  readonly height: number;
  /** The one row that Tab leads to; the keys lead on from there. */
  readonly isFocusable: boolean;
}

/** One record as a row. A click makes it the row under the keyboard; its name leads to its page. */
export function GridRow(props: Props) {
  const { resource, table, row, index, height, layout, selection } = props;
  const { active, onActive, skipped, isFocusable } = props;
  const id = String(row._id);
  const isSelected = selection.ids.has(id);
  const isActive = id === active;
  const background = isSelected ? "bg-accent-soft" : "bg-surface group-hover/row:bg-surface-raised";
  const named = labelColumn(resource)?.name;
  return (
    <tr
      id={rowId(id)}
      aria-rowindex={skipped + index + 2}
      aria-selected={isSelected}
      tabIndex={isFocusable ? 0 : -1}
      onFocus={() => onActive(id)}
      onClick={(event) => !isControl(event) && event.currentTarget.focus()}
      className="group/row outline-none"
    >
      <td
        className={classes(
          "sticky left-0 z-2 border-line border-b p-0",
          background,
          isActive && "shadow-[inset_2px_0_var(--accent)]",
        )}
        style={{ height }}
      >
        <Checkbox
          label={`Select ${String(row[named ?? ""] ?? id)}`}
          labelHidden
          tabIndex={-1}
          className="h-full w-full justify-center"
          checked={isSelected}
          onChange={(event) => selection.toggle(id, isWithShift(event.nativeEvent))}
        />
      </td>
      {orderedColumns(table).map(({ id: name }) => {
        const column = layout.columns.find((one) => one.name === name);
        return (
          column && (
            <td
              key={name}
              data-column={name}
              className={classes(
                "overflow-hidden border-line border-b px-2 text-ink",
                background,
                name === named && "text-ink-strong",
              )}
              style={{ ...pinnedStyle(table, name), height }}
              onDoubleClick={(event) => props.onEditCell(id, name, event.currentTarget)}
            >
              <CellContent {...props} column={column} isName={name === named} />
            </td>
          )
        );
      })}
    </tr>
  );
}

interface ContentProps extends Props {
  readonly column: Column;
  readonly isName: boolean;
}

/** A value; where it names the record, as the way to its page. */
function CellContent({ resource, row, column, isName }: ContentProps) {
  const { base } = usePlace();
  const value = row[column.name];
  const hasWay = isName && column.relation === undefined;
  if (!hasWay) return <CellValue column={column} value={value} />;
  const isNameless = value === null || value === undefined || value === "";
  return (
    <Link
      href={`${base}/${resource.path}/${String(row._id)}`}
      prefetch={false}
      tabIndex={-1}
      className="inline-block max-w-full truncate align-bottom font-medium hover:underline hover:decoration-line-strong hover:underline-offset-2"
    >
      {isNameless ? (
        `No ${titleOf(column).toLowerCase()}`
      ) : (
        <CellValue column={column} value={value} />
      )}
    </Link>
  );
}

/** The id of the element of a record's row. */
export function rowId(id: string): string {
  return `row-${id}`;
}

function isControl({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest("a, button, input, label") !== null;
}

function isWithShift(event: Event): boolean {
  return "shiftKey" in event && event.shiftKey === true;
}
