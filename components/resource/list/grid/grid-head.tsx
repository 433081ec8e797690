"use client";

import { type ShownColumn, selectWidth } from "@/components/resource/list/columns/grid-table";
import { Checkbox } from "@/components/ui/form/checkbox";
import type { GridProps } from "./grid-props";
import { HeaderCell } from "./header-cell";

/** The head of the table: the check box for all rows of the page, then a head for each column. */
export function GridHead(props: GridProps & { readonly columns: readonly ShownColumn[] }) {
  const { rows, selection } = props;
  const here = rows.map((row) => String(row._id));
  const chosen = here.filter((id) => selection.ids.has(id)).length;
  const isAll = chosen > 0 && chosen === here.length;
  return (
    <thead className="sticky top-0 z-10 bg-surface">
      <tr aria-rowindex={1}>
        <th
          scope="col"
          className="sticky left-0 z-10 border-line border-b bg-surface p-0"
          style={{ width: selectWidth }}
        >
          <Checkbox
            label="Select all on this page"
            labelHidden
            className="h-8 w-full justify-center"
            checked={isAll}
            isIndeterminate={chosen > 0 && !isAll}
            disabled={here.length === 0}
            onChange={() => selection.setMany(here, !isAll)}
          />
        </th>
        {props.columns.map(({ column, width, style }) => (
          <HeaderCell key={column.name} {...props} {...{ column, width, style }} />
        ))}
      </tr>
    </thead>
  );
}
