import type { Counted } from "@/lib/contract/summary";
import type { Resource } from "@/lib/schema/resource";

/** A count that opens its records. */
export interface CountCell extends Counted {
  readonly resource: Resource;
}

/** A cell: text, a number, a count with its records, or nothing. */
export type Cell = string | number | CountCell | null;

/** The numbers of a chart as a table. */
export interface ReportTable {
  /** Name of the file, without its ending. */
  readonly file: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Returns a table as CSV (RFC 4180). Texts that a spreadsheet would compute start with an apostrophe. */
export function csvOf({ head, rows }: ReportTable): string {
  const lines = [head, ...rows.map((row) => row.map(plain))];
  return lines.map((line) => `${line.map(csvCell).join(",")}\r\n`).join("");
}

function plain(cell: Cell): string | number {
  if (typeof cell === "object") return cell?.count ?? "";
  return cell;
}

function csvCell(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
