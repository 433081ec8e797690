import { useSyncExternalStore } from "react";

/**
 * Returns the URL fragment, which holds the secret of a one-use link, because browsers send it to
 * no server. Undefined until the page runs in the browser.
 */
export function useFragment(): string | undefined {
  return useSyncExternalStore(onChange, readFragment, () => undefined);
}

function readFragment(): string {
  return window.location.hash.slice(1);
}

function onChange(notify: () => void): () => void {
  window.addEventListener("hashchange", notify);
  return () => window.removeEventListener("hashchange", notify);
}
