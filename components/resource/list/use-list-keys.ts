"use client";

import { useRouter } from "next/navigation";
import { quickSearchId } from "@/components/resource/list/filter/quick-search-field";
import { usePlace } from "@/lib/client/project";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { Resource } from "@/lib/schema/resource";
import { rowId } from "./grid-row";
import type { Selection } from "./use-selection";

interface Keyed {
  readonly resource: Resource;
  /** The ids on the page, in order. */
  readonly shown: readonly string[];
  readonly active: string | undefined;
  readonly onActive: (id: string) => void;
  readonly selection: Selection;
  readonly onPeek: (id: string) => void;
  readonly onFilter: () => void;
}

/** The keys of a list; all are on the keyboard sheet. */
export function useListKeys(keyed: Keyed): void {
  const { resource, shown, active, onActive, selection, onPeek, onFilter } = keyed;
  const { base } = usePlace();
  const router = useRouter();
  const path = (id: string) => `${base}/${resource.path}/${id}`;
  const move = (by: number) => {
    const at = active === undefined ? -1 : shown.indexOf(active);
    const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next === undefined) return;
    onActive(next);
    focusRow(next);
  };
  const withActive = (act: (id: string) => void) => () => {
    if (active !== undefined) act(active);
  };
  const next = () => move(1);
  const before = () => move(-1);
  useShortcuts({
    j: next,
    arrowdown: next,
    k: before,
    arrowup: before,
    x: withActive((id) => selection.toggle(id, false)),
    "shift+x": withActive((id) => selection.toggle(id, true)),
    enter: (event) => {
      const isOnRow = !(event.target instanceof HTMLElement) || !event.target.closest("a, button");
      if (active !== undefined && isOnRow) router.push(path(active));
      else if (event.target instanceof HTMLElement) event.target.click();
    },
    o: withActive((id) => window.open(path(id), "_blank", "noopener")),
    e: withActive((id) => router.push(`${path(id)}/edit`)),
    space: withActive(onPeek),
    n: () => router.push(`${base}/${resource.path}/new`),
    f: onFilter,
    "/": () => document.getElementById(quickSearchId)?.focus(),
    escape: () => selection.clear(),
  });
}

/** Brings a row into view and gives it the keyboard, once it is drawn. */
export function focusRow(id: string): void {
  const row = document.getElementById(rowId(id));
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}
