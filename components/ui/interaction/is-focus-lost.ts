/** Returns true when nothing on the page has the focus, or only the main content as a whole. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches("main");
}
