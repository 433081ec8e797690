import { type RefObject, startTransition, useEffect, useState } from "react";
import { useLatest } from "@/lib/client/device/use-latest";
import { useBrowserValue } from "@/lib/client/document/use-browser-value";
import { defaultView } from "@/lib/client/views/view-state";
import { useListHeight } from "./list-height";

interface Options {
  readonly count: number;
  /** Height of every row, in pixels. */
  readonly height: number;
  /** Scroll position before the list is measured, in pixels. */
  readonly scrollTop: number;
}

/** The rows to render: from `start` up to but without `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Rows rendered above and below the view, so that fast scrolling shows no gap. */
const overscan = 16;

/** The range moves in steps of this many rows, because most scroll events then render nothing. */
const step = 8;

/**
 * Returns the rows of a scroll area that are in view, and some around them, so that a long page is
 * as fast as a short one. The document has those in view only, if the height of the window is known from
 * earlier. Otherwise it has the whole page, which is readable without scripts.
 */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, options: Options): Range {
  const { count, height, scrollTop } = options;
  const isInBrowser = useBrowserValue(() => true, false);
  const { known, remember } = useListHeight();
  const [range, setRange] = useState(() =>
    rangeIn(
      scrollTop,
      known.current ?? Math.max(count, defaultView.size) * height,
      height,
      isInBrowser ? overscan : 0,
    ),
  );
  const latest = useLatest({ remember });
  // Follows the scroll position and the size of the area, which belong to the browser.
  useEffect(() => {
    const area = scroller.current;
    if (!area) return;
    const measure = () => {
      const next = rangeIn(area.scrollTop, area.clientHeight, height);
      setRange((now) => (now.start === next.start && now.end === next.end ? now : next));
    };
    const observer = new ResizeObserver(() => {
      latest.current.remember(area.clientHeight);
      // Rows in view are there already, but for a window that has grown.
      startTransition(measure);
    });
    observer.observe(area);
    area.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      area.removeEventListener("scroll", measure);
    };
  }, [scroller, height, latest]);
  const end = Math.min(range.end, count);
  return { start: Math.min(range.start, end), end };
}

function rangeIn(scrollTop: number, viewHeight: number, height: number, around = overscan): Range {
  const first = Math.floor(scrollTop / height / step) * step;
  const last = Math.ceil((scrollTop + viewHeight) / height / step) * step;
  return { start: Math.max(first - around, 0), end: last + around };
}
