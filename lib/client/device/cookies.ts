/**
 * Stores a choice in a cookie for one year. The server reads it before it renders a page. Never for
 * secrets.
 */
export function saveInCookie(
  name: "theme" | "clock" | "zone" | "side-bar" | "screen" | "list-height",
  value: string,
): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`;
}
