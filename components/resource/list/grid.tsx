"use client";

import { useTable } from "@tanstack/react-table";
import { useEffect, useRef } from "react";
import { GridBody } from "./grid-body";
import { GridHead } from "./grid-head";
import type { GridProps } from "./grid-props";
import { features, selectWidth, tableColumns } from "./table";

/** Records as a table: its own scroll area, a head that stays, rows drawn as they come into view. */
export function Grid(props: GridProps) {
  const { resource, rows, layout, selection, total, isStale, isBusy, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const firstTop = useRef(props.scrollTop);
  // Where the rows were left, when someone comes back to them: the scroll position is the browser's.
  useEffect(() => {
    scroller.current?.scrollTo({ top: firstTop.current });
  }, []);
  const table = useTable({
    features,
    data: rows,
    columns: tableColumns(resource, layout.columns),
    getRowId: (row) => String(row._id),
    state: {
      columnSizing: { ...layout.widths },
      columnPinning: { start: [...layout.pinned], end: [] },
      rowSelection: Object.fromEntries([...selection.ids].map((id) => [id, true as const])),
    },
  });
  return (
    <div
      ref={scroller}
      data-list-scroller
      onScroll={(event) => props.onScroll(event.currentTarget.scrollTop)}
      className="relative min-h-0 flex-1 overflow-auto border-line border-t bg-surface"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is worked in is a grid (ARIA).
        role="grid"
        aria-label={resource.plural}
        aria-rowcount={total < 0 ? -1 : total + 1}
        aria-colcount={layout.columns.length + 1}
        aria-multiselectable
        aria-busy={isBusy}
        className="w-full table-fixed border-separate border-spacing-0 text-13"
        style={{ minWidth: table.getTotalSize() + selectWidth }}
      >
        <GridHead {...props} table={table} />
        <GridBody {...props} table={table} scroller={scroller} />
      </table>
      {isStale && <span className="sr-only">Loading</span>}
      {rows.length === 0 && empty}
    </div>
  );
}
