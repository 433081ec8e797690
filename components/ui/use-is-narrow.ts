import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import { saveInCookie } from "@/lib/client/device/cookies";

/**
 * Whether the server takes the screen as narrow, from the last width of the device or from its kind.
 * The first render in the browser must be the same as the one in the document.
 */
export const NarrowInDocument = createContext(false);

/**
 * Returns true on a screen too narrow for a table; `NarrowInDocument` on the server and while the
 * page is hydrated.
 */
export function useIsNarrow(): boolean {
  const inDocument = useContext(NarrowInDocument);
  return useSyncExternalStore(narrow.subscribe, narrow.matches, () => inDocument);
}

/** Stores whether the screen is narrow, if the document was rendered for another one. */
export function useRememberScreen(): void {
  const known = useRef(useContext(NarrowInDocument));
  const isNarrow = useIsNarrow();
  // The cookie is outside of React.
  useEffect(() => {
    if (isNarrow === known.current) return;
    known.current = isNarrow;
    saveInCookie("screen", isNarrow ? "narrow" : "wide");
  }, [isNarrow]);
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
