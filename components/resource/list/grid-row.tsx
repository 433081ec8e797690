"use client";

import { ArrowRight } from "lucide-react";
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
import { inSentence } from "./in-sentence";
import { pinnedStyle } from "./pinned";
import { type ListTable, orderedColumns } from "./table";
import type { Changes } from "./use-changes";

interface Props extends GridProps {
  readonly table: ListTable;
  readonly row: Row;
  readonly index: number;
  readonly height: number;
  /** The one row that Tab leads to; the keys lead on from there. */
  readonly isFocusable: boolean;
  readonly changes: Changes;
}

/** One record as a row. A click makes it the row under the keyboard; its name leads to its page. */
export function GridRow(props: Props) {
  const { resource, table, row, index, height, layout, selection } = props;
  const { active, onActive, skipped, isFocusable, changes } = props;
  const id = String(row._id);
  const isSelected = selection.ids.has(id);
  const isActive = id === active;
  const background = isSelected ? "bg-accent-soft" : "bg-surface group-hover/row:bg-surface-raised";
  const named = labelColumn(resource)?.name;
  const shown = orderedColumns(table);
  const way = shown.find((one) => one.id === named)?.id ?? shown[0]?.id;
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
      {shown.map(({ id: name }) => {
        const column = layout.columns.find((one) => one.name === name);
        return (
          column && (
            <td
              key={name}
              data-column={name}
              tabIndex={-1}
              className={classes(
                "relative overflow-hidden border-line border-b px-2 text-ink outline-none focus:outline-2 focus:outline-focus focus:-outline-offset-2",
                background,
                name === named && "text-ink-strong",
              )}
              style={{ ...pinnedStyle(table, name), height }}
              onDoubleClick={(event) => props.onEditCell(id, name, event.currentTarget)}
            >
              <CellContent
                {...props}
                column={column}
                isName={name === named}
                hasWay={name === way}
              />
              {changes.has(`${id}/${name}`) && <Flash key={changes.at} />}
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
  /** Whether it is the column that leads to the record's page. */
  readonly hasWay: boolean;
}

/** A value; where it names the record, as the way to its page. What is named by others has a way beside the name. */
function CellContent({ resource, row, column, isName, hasWay }: ContentProps) {
  const { base } = usePlace();
  const value = row[column.name];
  const href = `${base}/${resource.path}/${String(row._id)}`;
  if (!hasWay) return <CellValue column={column} value={value} />;
  if (!isName || column.relation !== undefined) {
    return (
      <span className="flex min-w-0 items-center gap-1.5">
        <Link
          href={href}
          prefetch={false}
          tabIndex={-1}
          aria-label={`Open this ${inSentence(resource.name)}`}
          title={`Open this ${inSentence(resource.name)}`}
          className="-ml-1 grid size-6 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink-strong"
        >
          <ArrowRight size={14} aria-hidden />
        </Link>
        <span className="min-w-0 flex-1 truncate">
          <CellValue column={column} value={value} />
        </span>
      </span>
    );
  }
  const isNameless = value === null || value === undefined || value === "";
  return (
    <Link
      href={href}
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

/** Lights up once where a value has changed, and fades. */
function Flash() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-0 bg-accent/30 opacity-0 transition-opacity duration-1500 motion-reduce:hidden starting:opacity-100"
    />
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
