import { type RefObject, useLayoutEffect, useRef } from "react";

/** Scrolls the area of the rows to its top when another page is shown: after `skipped` records. */
export function useTopOfPage(scroller: RefObject<HTMLElement | null>, skipped: number): void {
  const shown = useRef(skipped);
  // The scroll position belongs to the browser.
  useLayoutEffect(() => {
    if (shown.current === skipped) return;
    shown.current = skipped;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, skipped]);
}
