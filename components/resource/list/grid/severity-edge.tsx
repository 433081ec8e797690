import { colorStyle } from "@/components/ui/glyphs/color-style";

/** The edge of an open record in the color of its severity, within a positioned element. */
export function SeverityEdge({ color }: { readonly color: string | undefined }) {
  return (
    <span
      aria-hidden
      className="color-of-data pointer-events-none absolute inset-y-0 left-0 w-0.75 bg-current forced-color-adjust-none"
      style={colorStyle(color)}
    />
  );
}
