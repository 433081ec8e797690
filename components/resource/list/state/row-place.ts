/** Returns the place of the row around an element, as `aria-rowindex` states it. */
export function placeOfRow(element: Element): string | null {
  return element.closest("tr")?.getAttribute("aria-rowindex") ?? null;
}

/** Returns the row at a place now: the last one if there are fewer, the table if there is none. */
export function rowAtPlace(place: string | null): HTMLElement | null {
  const table = document.querySelector<HTMLElement>("[data-list-scroller] table");
  const rows = [...(table?.querySelectorAll<HTMLElement>("tbody tr[id]") ?? [])];
  return rows.find((row) => placeOfRow(row) === place) ?? rows.at(-1) ?? table;
}
