import type { ReactNode } from "react";

interface DataTableProps {
  caption: string;
  columns: readonly string[];
  rows: readonly DataRow[];
}

/** One row; its first cell names it. */
export interface DataRow {
  readonly key: string;
  readonly id?: string;
  readonly cells: readonly ReactNode[];
}

/**
 * A table of the docs; on a phone each row stands as a block under its name.
 *
 * @example <DataTable caption="Fields" columns={["Name", "Type"]} rows={[{ key: "a", cells: ["a", "Text"] }]} />
 */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <table className="block w-full border-collapse text-left text-13 sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="block sm:table-row">
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="pr-6 pb-1 font-normal text-12 text-ink-muted last:pr-0"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {rows.map(({ key, id, cells: [name, ...others] }) => (
          <tr
            key={key}
            id={id}
            className="block border-line border-t py-2 align-top target:bg-surface-sunken sm:table-row"
          >
            <th
              scope="row"
              className="block font-normal text-ink-strong sm:table-cell sm:py-2 sm:pr-6"
            >
              {name}
            </th>
            {others.map((cell, index) => (
              <td
                key={columns[index + 1] ?? index}
                className="block empty:hidden sm:table-cell sm:py-2 sm:pr-6 sm:last:pr-0"
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
