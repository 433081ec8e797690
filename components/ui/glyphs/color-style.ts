import type { CSSProperties } from "react";

/** Returns true for a color of six hexadecimal digits. */
export function isColor(color: string | undefined): color is string {
  return color !== undefined && /^#[0-9a-f]{6}$/i.test(color);
}

/** Returns the style that gives the class `color-of-data` its color; none for an invalid color. */
export function colorStyle(color: string | undefined): CSSProperties {
  return isColor(color) ? withProperty("--c", color) : {};
}

/** React accepts custom properties, but its types list none. */
function withProperty(name: `--${string}`, value: string): CSSProperties {
  return { [name]: value } as CSSProperties;
}
