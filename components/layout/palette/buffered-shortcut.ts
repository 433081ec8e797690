/**
 * Script for the head of a document. On a page of a project, it buffers Ctrl+K (or ⌘K) and the text
 * typed after it, until the palette can take them. It runs before any other script is loaded.
 */
export const earlyKeys = `(() => {
  if (!location.pathname.startsWith("/p/")) return;
  const kept = { isWanted: false, typed: "" };
  const hear = (event) => {
    const withMod = event.ctrlKey || event.metaKey;
    if (withMod && !event.altKey && event.key.toLowerCase() === "k") kept.isWanted = true;
    else if (kept.isWanted && !withMod && !event.altKey && event.key.length === 1) kept.typed += event.key;
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", hear, true);
  window.tocsinEarlyKeys = () => {
    removeEventListener("keydown", hear, true);
    delete window.tocsinEarlyKeys;
    return kept;
  };
})();`;

declare global {
  interface Window {
    /** Stops buffering and returns the buffered keys. Absent when nothing is buffered any more. */
    tocsinEarlyKeys?: () => { readonly isWanted: boolean; readonly typed: string };
  }
}

/**
 * Returns the text typed after the shortcut before the palette could listen; undefined if the
 * shortcut was not pressed.
 */
export function takeEarlyKeys(): string | undefined {
  const kept = window.tocsinEarlyKeys?.();
  return kept?.isWanted ? kept.typed : undefined;
}
