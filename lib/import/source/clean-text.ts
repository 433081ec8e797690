const longest = 200;

/**
 * Returns a text of the source for the terminal and the report: one line of at most 200 characters,
 * without control characters and without the key.
 */
export function cleanText(text: string, key: string): string {
  const shown = text.slice(0, 10_000).replaceAll(key, "[key]").toWellFormed();
  const line = shown.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
