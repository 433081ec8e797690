"use client";

import { useRouter as useNextRouter } from "next/navigation";

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
