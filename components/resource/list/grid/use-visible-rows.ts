import { type RefObject, useEffect, useState } from "react";

interface Options {
  readonly count: number;
  /** Height of every row, in pixels. */
  readonly height: number;
  /** Scroll position and number of rows in view before the list is measured. */
  readonly initial: { readonly scrollTop: number; readonly rows: number };
}

/** The rows to render: from `start` up to but without `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Rows rendered above and below the view, so that fast scrolling shows no gap. */
export const overscan = 16;

/** The range moves in steps of this many rows, because most scroll events then render nothing. */
const step = 8;

/**
 * Returns the rows of a scroll area that are in view, and some around them, so that a long page is
 * as fast as a short one.
 */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, options: Options): Range {
  const { count, height, initial } = options;
  const [range, setRange] = useState(() =>
    rangeIn(initial.scrollTop, initial.rows * height, height),
  );
  // Follows the scroll position and the size of the area, which belong to the browser.
  useEffect(() => {
    const area = scroller.current;
    if (!area) return;
    const measure = () => {
      const next = rangeIn(area.scrollTop, area.clientHeight, height);
      setRange((now) => (now.start === next.start && now.end === next.end ? now : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    area.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      area.removeEventListener("scroll", measure);
    };
  }, [scroller, height]);
  const end = Math.min(range.end, count);
  return { start: Math.min(range.start, end), end };
}

function rangeIn(scrollTop: number, viewHeight: number, height: number): Range {
  const first = Math.floor(scrollTop / height / step) * step;
  const last = Math.ceil((scrollTop + viewHeight) / height / step) * step;
  return { start: Math.max(first - overscan, 0), end: last + overscan };
}
