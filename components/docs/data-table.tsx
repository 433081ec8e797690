import type { ReactNode } from "react";

interface DataTableProps {
  caption: string;
  columns: readonly string[];
  rows: readonly DataRow[];
}

/** One row. Its first cell names it. */
export interface DataRow {
  readonly key: string;
  readonly id?: string;
  readonly cells: readonly ReactNode[];
}

/**
 * A table of the docs. On a phone, each row is a block under its name.
 *
 * @example <DataTable caption="Fields" columns={["Name", "Type"]} rows={[{ key: "a", cells: ["a", "Text"] }]} />
 */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <table className={table}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, id, cells: [name, ...others] }) => (
          <tr key={key} id={id}>
            <th scope="row">{name}</th>
            {others.map((cell, index) => (
              <td key={columns[index + 1] ?? index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Styles of all cells, set once on the table to keep long tables small. */
const table = [
  "block w-full border-collapse text-left text-13 sm:table",
  "max-sm:[&_thead]:sr-only [&_thead_th]:pr-6 [&_thead_th]:pb-1",
  "[&_thead_th]:font-normal [&_thead_th]:text-12 [&_thead_th]:text-ink-muted",
  "max-sm:[&_tbody]:block max-sm:[&_tbody_tr]:block max-sm:[&_tbody_tr]:py-2",
  "[&_tbody_tr]:border-line [&_tbody_tr]:border-t [&_tbody_tr]:align-top",
  "[&_tbody_tr:target]:bg-surface-sunken",
  "max-sm:[&_tbody_th]:block [&_tbody_th]:font-normal [&_tbody_th]:text-ink-strong",
  "sm:[&_tbody_th]:py-2 sm:[&_tbody_th]:pr-6",
  "max-sm:[&_td]:block sm:[&_td]:py-2 sm:[&_td]:pr-6 sm:[&_td:last-child]:pr-0",
].join(" ");
