/** The event on `window` that asks for the palette. */
export const findWanted = "tocsin:find";

/** What was typed since the palette was asked for, while it was on its way. */
let early = "";
let isThere = false;
let patience: ReturnType<typeof setTimeout> | undefined;

/**
 * Opens the palette that finds records, pages and actions. It is loaded when first wanted: what is typed meanwhile is
 * kept for it, and means nothing to the page.
 */
export function openFind(): void {
  openFindWith("");
}

/** The same with what was typed before this could be called. */
export function openFindWith(typed: string): void {
  early += typed;
  if (!isThere) {
    window.addEventListener("keydown", keepEarly, true);
    // If it cannot be loaded, the keys are the page's again.
    patience = setTimeout(stopKeeping, longestMs);
  }
  window.dispatchEvent(new Event(findWanted));
}

/** Says that the palette is there and takes the keys itself; `take` gets what was typed before. Answers what ends that. */
export function findShown(take: (typed: string) => void): () => void {
  isThere = true;
  take(stopKeeping());
  return () => {
    isThere = false;
  };
}

function stopKeeping(): string {
  window.removeEventListener("keydown", keepEarly, true);
  clearTimeout(patience);
  const typed = early;
  early = "";
  return typed;
}

const longestMs = 5_000;

function keepEarly(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  early += event.key;
}
