/** Whether nothing on the page has the keyboard, or nothing narrower than its content. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches("main");
}
