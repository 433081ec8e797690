/** The event on `window` that asks for the palette. */
export const openPaletteEvent = "tocsin:find";

/** What was typed since the palette was asked for, while it was on its way. */
let bufferedText = "";
let isPaletteOpen = false;
let bufferTimeout: ReturnType<typeof setTimeout> | undefined;

/**
 * Opens the palette that finds records, pages and actions. It is loaded when first wanted: what is typed meanwhile is
 * kept for it, and means nothing to the page.
 */
export function openPalette(): void {
  openPaletteWith("");
}

/** The same with what was typed before this could be called. */
export function openPaletteWith(typed: string): void {
  bufferedText += typed;
  if (!isPaletteOpen) {
    window.addEventListener("keydown", bufferKey, true);
    // If it cannot be loaded, the keys are the page's again.
    bufferTimeout = setTimeout(stopBuffering, maxBufferMs);
  }
  window.dispatchEvent(new Event(openPaletteEvent));
}

/** Says that the palette is there and takes the keys itself; `take` gets what was typed before. Answers what ends that. */
export function paletteShown(take: (typed: string) => void): () => void {
  isPaletteOpen = true;
  take(stopBuffering());
  return () => {
    isPaletteOpen = false;
  };
}

function stopBuffering(): string {
  window.removeEventListener("keydown", bufferKey, true);
  clearTimeout(bufferTimeout);
  const typed = bufferedText;
  bufferedText = "";
  return typed;
}

const maxBufferMs = 5_000;

function bufferKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  bufferedText += event.key;
}
