import type { ValueProps } from "@/components/fields/props/value-props";
import { Duration } from "./duration";

/** Shows a number. A record number or a position has no thousands separators. */
export function NumberValue({ value, column }: ValueProps) {
  const { unit } = column.field;
  if (unit === "seconds" && typeof value === "number") return <Duration seconds={value} />;
  const { counts, ordersWithin } = column.field;
  const isPlain = counts !== undefined || ordersWithin !== undefined || typeof value !== "number";
  const shown = isPlain ? String(value) : value.toLocaleString("en");
  return <span className="tabular-nums">{shown}</span>;
}
