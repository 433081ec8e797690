import type { ValueProps } from "@/components/fields/props/value-props";
import { Swatch } from "@/components/ui/glyphs/dot";

/** Shows a color and its code. */
export function ColorValue({ value }: ValueProps) {
  return (
    <span className="flex items-center gap-2">
      <Swatch color={String(value)} />
      <span className="font-mono text-12">{String(value)}</span>
    </span>
  );
}
