/**
 * Shows a user's color as a dot next to text, which stays readable in any color. An invalid color
 * is ignored.
 */
export function Dot({ color }: { readonly color: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-2 shrink-0 rounded-full bg-line-strong ring-1 ring-ink-strong/15"
      {...(isColor(color) && { style: { backgroundColor: color } })}
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

function isColor(color: string | undefined): color is string {
  return color !== undefined && /^#[0-9a-f]{6}$/i.test(color);
}
