/**
 * A script for the head of a document: keeps Ctrl+K (or ⌘K) and what is typed after it on a page of a project, until the
 * palette is there to take them. Runs before any other script is loaded.
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
    /** Ends the keeping, and answers what was kept; absent where nothing is kept any more. */
    tocsinEarlyKeys?: () => { readonly isWanted: boolean; readonly typed: string };
  }
}

/** What was pressed before the palette could listen: what was typed after it was asked for, or undefined. */
export function takeEarlyKeys(): string | undefined {
  const kept = window.tocsinEarlyKeys?.();
  return kept?.isWanted ? kept.typed : undefined;
}
