import type { CellProps } from "@/components/fields/props/cell-props";
import { Swatch } from "@/components/ui/glyphs/dot";

/** Shows a color and its code. */
export function ColorCell({ value }: CellProps) {
  return (
    <span className="flex items-center gap-2">
      <Swatch color={String(value)} />
      <span className="truncate font-mono text-12 text-ink-muted">{String(value)}</span>
    </span>
  );
}
