/** The event on `window` that opens the palette. */
export const openPaletteEvent = "tocsin:find";

/** Text typed since the palette was requested, while it is loading. */
let bufferedText = "";
let isPaletteOpen = false;
let bufferTimeout: ReturnType<typeof setTimeout> | undefined;

/**
 * Opens the palette of records, pages and actions. It is loaded on first use. Text typed meanwhile
 * is buffered for it and does not reach the page.
 */
export function openPalette(): void {
  openPaletteWith("");
}

/** Opens the palette with text that was typed before this function could be called. */
export function openPaletteWith(typed: string): void {
  bufferedText += typed;
  if (!isPaletteOpen) {
    window.addEventListener("keydown", bufferKey, true);
    // If the palette cannot be loaded, keys reach the page again.
    bufferTimeout = setTimeout(stopBuffering, maxBufferMs);
  }
  window.dispatchEvent(new Event(openPaletteEvent));
}

/**
 * Reports that the palette is rendered and takes the keys itself. `take` receives the text typed
 * before. Returns a cleanup function.
 */
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

const maxBufferMs = 20_000;

function bufferKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  bufferedText += event.key;
}
