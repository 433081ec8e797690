import { useRouter as useNextRouter } from "next/navigation";
import { useEffect, useState } from "react";

/**
 * A check before a navigation. Receives the function that continues it; returns true if it asks the
 * user first.
 */
export type Guard = (go: () => void) => boolean;

const guards = new Set<Guard>();

/**
 * Registers a guard that asks before a shortcut, the palette or a menu leaves a page with unsaved
 * changes. Returns a function that unregisters it.
 */
export function guardNavigation(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/**
 * Returns the router of the console. `push` navigates, unless a guard asks first. Links do not need
 * it; handlers of keys and menus do.
 */
export function useRouter(): { readonly push: (href: string) => void } {
  const router = useNextRouter();
  const push = (href: string) => {
    const go = () => router.push(href);
    if (![...guards].some((guard) => guard(go))) go();
  };
  return { push };
}

/** Address of the latest history navigation, until a page has read it. */
let restoredAddress: string | undefined;

if (typeof window !== "undefined") {
  // Captured before the router's own listener, which renders the page at once.
  window.addEventListener("popstate", rememberAddress, { capture: true });
}

function rememberAddress(): void {
  restoredAddress = window.location.href;
}

/**
 * Returns true on a page that was reached through the browser's history. The browser restores the
 * scroll position as soon as the page is rendered, so its height must be the former one by then.
 * False in a document that the server renders.
 */
export function useIsHistoryNavigation(): boolean {
  const [isReturn] = useState(
    () => restoredAddress !== undefined && restoredAddress === window.location.href,
  );
  // Follows the browser's history. A later visit by link is no history navigation.
  useEffect(() => {
    restoredAddress = undefined;
  }, []);
  return isReturn;
}
