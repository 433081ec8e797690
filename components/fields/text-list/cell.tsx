import type { CellProps } from "@/components/fields/props/cell-props";
import { TextCell } from "@/components/fields/text/cell";
import { bidiIsolate } from "@/components/words/bidi-isolate";

/** Shows several texts, one after another. */
export function TextListCell({ value, field }: CellProps) {
  const items = Array.isArray(value) ? value.map(String) : [String(value)];
  return <TextCell value={items.map(bidiIsolate).join(", ")} field={field} />;
}
