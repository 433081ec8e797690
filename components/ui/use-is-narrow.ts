import { useSyncExternalStore } from "react";

/**
 * Returns true on a screen too narrow for a table; false on the server, where the width is unknown.
 */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

const query = "(max-width: 767px)";

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}
