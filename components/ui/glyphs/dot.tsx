import { colorStyle, isColor } from "./color-style";

/**
 * Shows a user's color as a dot next to text, which stays readable in any color. An invalid color
 * is ignored. Dots are for labels and other names; states and severities have shapes of their own.
 */
export function Dot({ color }: { readonly color: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className="color-of-data inline-block size-2 shrink-0 rounded-full bg-current forced-color-adjust-none"
      style={colorStyle(color)}
    />
  );
}

/** Shows a color as a square, for fields that hold a color. */
export function Swatch({ color }: { readonly color: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-3.5 shrink-0 rounded-sm bg-line ring-1 ring-ink-strong/20"
      {...(isColor(color) && { style: { backgroundColor: color } })}
    />
  );
}
