import { Check, Minus } from "lucide-react";
import type { CellProps } from "@/components/fields/props/cell-props";

/** Shows yes or no as a sign and a word. */
export function BooleanCell({ value }: CellProps) {
  return value === true ? (
    <span className="flex items-center gap-1.5">
      <Check size={14} aria-hidden className="text-ink-strong" />
      Yes
    </span>
  ) : (
    <span className="flex items-center gap-1.5 text-ink-muted">
      <Minus size={14} aria-hidden />
      No
    </span>
  );
}
