import { useSyncExternalStore } from "react";

/**
 * Returns true on a screen too narrow for a table; false on the server, where the width is unknown.
 */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(narrow.subscribe, narrow.matches, () => false);
}

/** Returns true on a screen with room beside the content of a dialog; false on the server. */
export function useIsSpacious(): boolean {
  return useSyncExternalStore(spacious.subscribe, spacious.matches, () => false);
}

const narrow = media("(max-width: 767px)");
const spacious = media("(min-width: 1024px)");

function media(query: string) {
  return {
    matches: () => window.matchMedia(query).matches,
    subscribe: (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
  };
}
