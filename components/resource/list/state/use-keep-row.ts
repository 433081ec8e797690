import { useEffect, useRef } from "react";
import { focusOn } from "@/components/ui/interaction/focus-on";
import { isFocusLost } from "@/components/ui/interaction/is-focus-lost";
import { rowId } from "./row-id";
import { placeOfRow, rowAtPlace } from "./row-place";

interface Shown {
  /** The record with the keyboard focus, if it is in the list. */
  readonly active: string | undefined;
  /** Number of records before the page. */
  readonly skipped: number;
}

/**
 * Keeps the focus at its place in a list. If the active row leaves the list with the focus, the row
 * that is now at its place gets it.
 */
export function useKeepRow({ active, skipped }: Shown): void {
  const before = useRef<{ readonly place: string | null; readonly skipped: number }>(undefined);
  // The document's focus is outside of React. A row that is scrolled far away is not in the document.
  useEffect(() => {
    const row = active === undefined ? null : document.getElementById(rowId(active));
    const left = active === undefined ? before.current : undefined;
    before.current = row ? { place: placeOfRow(row), skipped } : undefined;
    if (!left || left.skipped !== skipped) return;
    // Only after an overlay has closed it is known whether the focus is lost.
    requestAnimationFrame(() => isFocusLost() && focusOn(rowAtPlace(left.place)));
  });
}
