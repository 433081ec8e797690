/**
 * The initials of a user or team in a circle, in a hue of the name's own. The name stands in the
 * title and is read by screen readers.
 */
export function Initials({ name }: { readonly name: string }) {
  return (
    <span
      title={name}
      className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong font-medium text-12 text-ink-strong"
      style={{
        backgroundColor: `light-dark(oklch(0.93 0.05 ${hue(name)}), oklch(0.33 0.06 ${hue(name)}))`,
      }}
    >
      <span aria-hidden="true">{initialsOf(name)}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}

/** Returns the first letters of the first and the last word; of one word its first letter. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@_-]+/u).filter((word) => /\p{L}|\p{N}/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? "")].find((sign) => /\p{L}|\p{N}/u.test(sign)) ?? "")
    .join("")
    .toUpperCase();
}

function hue(name: string): number {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 360;
  return sum;
}
