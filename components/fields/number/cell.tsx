import type { CellProps } from "@/components/fields/props/cell-props";
import { Duration } from "./duration";

/**
 * Shows a number with its digits in columns. Record numbers and positions have no thousands
 * separators.
 */
export function NumberCell({ value, field }: CellProps) {
  if (field.unit === "seconds" && typeof value === "number") return <Duration seconds={value} />;
  const isName = field.counts !== undefined || field.ordersWithin !== undefined;
  return (
    <span className="block truncate tabular-nums">
      {isName || typeof value !== "number" ? String(value) : format.format(value)}
    </span>
  );
}

const format = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });
