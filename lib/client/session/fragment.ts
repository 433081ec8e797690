import { useSyncExternalStore } from "react";

/**
 * The part of the address behind `#`, where the secret of a one-use link stands: browsers send it to no server.
 * Undefined until the page runs in the browser.
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
