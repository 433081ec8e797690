import { inWords } from "@/components/fields/known-words";
import type { CellProps } from "./cell";

/** Text in one line, clipped by its column; the whole of it on hover. */
export function TextCell({ value, field }: CellProps) {
  const text = inWords(field, String(value));
  return (
    <span
      dir="auto"
      className="block truncate"
      title={text.length > 30 ? text.slice(0, 600) : undefined}
    >
      {text.length > 400 ? text.slice(0, 400) : text}
    </span>
  );
}
