import type { CellProps } from "./cell";
import { TextCell } from "./text-cell";

/** Several texts, one after another. */
export function TextListCell({ value, field }: CellProps) {
  const items = Array.isArray(value) ? value.map(String) : [String(value)];
  return <TextCell value={items.join(", ")} field={field} />;
}
