"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useRef, useState } from "react";
import {
  type ListSnapshot,
  recallSnapshot,
  rememberSnapshot,
} from "@/components/resource/list/query/list-memory";

/** Returns the snapshot of the list at this address, and a function that stores a new one. */
export function useRestore(): {
  readonly active: string | undefined;
  readonly selected: readonly string[];
  readonly scrollTop: number;
  readonly keep: (active: string | undefined, selected: ReadonlySet<string>) => void;
  readonly keepScroll: (scrollTop: number) => void;
} {
  const path = usePathname();
  const address = `${path}?${useSearchParams()}`;
  const [left] = useState(() => recallSnapshot(address));
  const now = useRef<ListSnapshot>({
    active: undefined,
    selected: [],
    scrollTop: left?.scrollTop ?? 0,
  });
  const remember = (change: Partial<ListSnapshot>) => {
    now.current = { ...now.current, ...change };
    // Compares with the browser's URL, which changes before the router's. During navigation by the
    // browser's history it is already that of the other page.
    if (location.pathname !== path) return;
    rememberSnapshot(`${path}?${new URLSearchParams(location.search)}`, now.current);
  };
  return {
    active: left?.active,
    selected: left?.selected ?? [],
    scrollTop: left?.scrollTop ?? 0,
    keep: (active, selected) => remember({ active, selected: [...selected] }),
    keepScroll: (scrollTop) => remember({ scrollTop }),
  };
}
