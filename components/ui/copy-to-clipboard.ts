/**
 * Copies a text and returns whether the browser allowed it. Browsers have no clipboard for pages
 * that another host serves over plain HTTP.
 */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
