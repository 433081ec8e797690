"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useRef, useState } from "react";
import {
  type ListSnapshot,
  recallSnapshot,
  rememberSnapshot,
} from "@/components/resource/list/query/list-memory";

/** How this address was left, and the way to say how it is left now. */
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
    // By the browser's own address, which the router's follows: a list may be left before it has. While another page is
    // on its way by the browser's history, that is the other's.
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
