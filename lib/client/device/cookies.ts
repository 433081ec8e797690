/** Keeps a choice on this device for a year, where the server sees it before it answers a page. Nothing secret. */
export function saveInCookie(name: "theme" | "clock", value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`;
}
