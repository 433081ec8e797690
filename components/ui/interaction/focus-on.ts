/** Focuses an element, also one that is no control. The page does not scroll. */
export function focusOn(element: HTMLElement | null | undefined): void {
  if (element && !element.hasAttribute("tabindex") && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
