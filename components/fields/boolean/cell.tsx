import { Check, Minus } from "lucide-react";
import type { CellProps } from "@/components/fields/props/cell-props";

/** Shows yes or no as a sign and a word. */
export function BooleanCell({ value }: CellProps) {
  return value === true ? (
    <TrueFact>Yes</TrueFact>
  ) : (
    <span className="flex items-center gap-1.5 text-ink-muted">
      <Minus size={14} aria-hidden />
      No
    </span>
  );
}

/** Shows words that are true, with a sign. */
export function TrueFact({ children }: { readonly children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Check size={14} aria-hidden className="text-ink-strong" />
      {children}
    </span>
  );
}
