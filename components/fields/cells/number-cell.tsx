import type { CellProps } from "./cell";

/** A number with its digits in columns; whether thousands are set apart depends on its being a count or a place. */
export function NumberCell({ value, field }: CellProps) {
  const isName = field.counts !== undefined || field.ordersWithin !== undefined;
  return (
    <span className="block truncate tabular-nums">
      {isName || typeof value !== "number" ? String(value) : format.format(value)}
    </span>
  );
}

const format = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });
