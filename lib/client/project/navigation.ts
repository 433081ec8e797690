"use client";

import { useRouter as useNextRouter } from "next/navigation";
import { useEffect, useState } from "react";

/** What may hold a navigation up: takes what goes on with it, and answers true where it asks first. */
export type Guard = (go: () => void) => boolean;

const guards = new Set<Guard>();

/** Lets a page with unsaved changes ask before a shortcut, the palette or a menu leaves it. Answers what ends that. */
export function guardNavigation(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/**
 * The router of the console: goes to another page, unless one with unsaved changes asks first. Links need none of
 * this; code that follows a key or a choice does.
 */
export function useRouter(): { readonly push: (href: string) => void } {
  const router = useNextRouter();
  const push = (href: string) => {
    const go = () => router.push(href);
    if (![...guards].some((guard) => guard(go))) go();
  };
  return { push };
}

/** The address that the browser's history has led to, until a page has taken note. */
let restoredAddress: string | undefined;

if (typeof window !== "undefined") {
  // Before the router hears of it, which draws the page at once.
  window.addEventListener("popstate", rememberAddress, { capture: true });
}

function rememberAddress(): void {
  restoredAddress = window.location.href;
}

/**
 * True on a page that was come back to by the browser's history: the browser scrolls it to where it was as soon as it
 * is drawn, so it must be as high then as it was. Only for what is not rendered by the server.
 */
export function useIsHistoryNavigation(): boolean {
  const [isReturn] = useState(() => restoredAddress === window.location.href);
  // The history is the browser's: whoever is led here by a link later has not come back.
  useEffect(() => {
    restoredAddress = undefined;
  }, []);
  return isReturn;
}
