/** Returns the contrast of two colors `#rrggbb` (WCAG 2.2, 1.4.3): from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** Returns a sentence on a color's contrast with both backgrounds; undefined if it is no color. */
export function contrastHint(color: string): string | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return undefined;
  const onLight = contrast(color, lightSurface);
  const onDark = contrast(color, darkSurface);
  const shown = `${onLight.toFixed(1)} on light, ${onDark.toFixed(1)} on dark`;
  if (onLight >= 3 && onDark >= 3) return `Good contrast on both themes: ${shown}.`;
  const where = onLight < onDark ? "light" : "dark";
  const remedy = where === "light" ? "a darker" : "a lighter";
  return `Low contrast on the ${where} theme: ${shown}. At least 3 is recommended. Choose ${remedy} color.`;
}

const lightSurface = "#fbfaf8";
const darkSurface = "#141210";

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
