/** The event on `window` that asks for the palette. */
export const findWanted = "tocsin:find";

/** Opens the palette that finds records, pages and actions. */
export function openFind(): void {
  window.dispatchEvent(new Event(findWanted));
}
