import type { CellProps } from "@/components/fields/props/cell-props";

/** Shows the number of files. */
export function FileCell({ value }: CellProps) {
  const count = Array.isArray(value) ? value.length : 1;
  return <span className="block truncate">{count === 1 ? "1 file" : `${count} files`}</span>;
}
