/** Copies a text; answers whether the browser did. It has no clipboard for pages by plain http from elsewhere. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
