import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "@/lib/client/device/use-latest";
import { type ListView, type PlacedRow, placedRows, type RowRange, rangeAt } from "./row-ranges";

interface Options {
  /** The ids of the elements of the rows, in order. */
  readonly ids: readonly string[];
  /** Heights of the rows in pixels, until they are measured. */
  readonly estimates: readonly number[];
  /** The id of a row that is always rendered. */
  readonly marked: string | undefined;
}

/** A list of at most so many rows, one page of a story, is rendered as a whole. */
const mostWhole = 200;
/** The rows of the document, as many as a high window shows. */
const firstRange: RowRange = { start: 0, end: 60 };

/**
 * Returns the rows of a list to render in a page that scrolls as a whole: those near the window, the
 * marked row, and the focused one with its neighbors, so that the keyboard goes on from there. A short
 * list is rendered as a whole, and any list while the page is printed. The rows in view stay in their
 * place when rows before them change.
 */
export function useRowRanges(
  list: RefObject<HTMLElement | null>,
  { ids, estimates, marked }: Options,
): readonly PlacedRow[] {
  const [measured] = useState(() => new Map<string, number>());
  const [range, setRange] = useState(firstRange);
  const focused = useFocusedRow(list);
  const isPrinted = useIsPrinted();
  const isWhole = isPrinted || isRenderedWhole(ids.length);
  const heightOf = (id: string, place: number) => measured.get(id) ?? estimates[place] ?? 0;
  const seen = useRef<SeenRow>(undefined);
  const move = useLatest(() => {
    const area = list.current;
    if (!area) return;
    seen.current = rowInView(area);
    measure(area, measured);
    setRange((now) => rangeAt(ids.map(heightOf), viewOf(area), now));
  });
  // The scroll position and the size of the page belong to the browser.
  useEffect(() => {
    // In the same frame, so that no gap is painted.
    const follow = () => flushSync(() => move.current());
    const resize = new ResizeObserver(() => move.current());
    resize.observe(document.body);
    window.addEventListener("scroll", follow, { passive: true });
    return () => {
      resize.disconnect();
      window.removeEventListener("scroll", follow);
    };
  }, [move]);
  // The sizes and places of elements belong to the browser. `data-long-list` switches its scroll
  // anchoring off, which would follow what stands below the list.
  useLayoutEffect(() => {
    const area = list.current;
    if (!area) return;
    measure(area, measured);
    const isShort = isRenderedWhole(ids.length);
    const shift = seen.current && !isShort ? shiftOf(seen.current, area) : 0;
    if (shift !== 0) window.scrollBy(0, shift);
    seen.current = rowInView(area);
  });
  return useMemo(() => {
    const place = focused === undefined ? -1 : ids.indexOf(focused);
    const around = place < 0 ? [] : [place - 1, place, place + 1];
    const kept = marked === undefined ? around : [...around, ids.indexOf(marked)];
    const heights = ids.map((id, at) => measured.get(id) ?? estimates[at] ?? 0);
    return placedRows(heights, isWhole ? { start: 0, end: ids.length } : range, kept);
  }, [ids, estimates, marked, focused, range, isWhole, measured]);
}

/** Returns whether a list of that many rows is rendered as a whole. */
export function isRenderedWhole(count: number): boolean {
  return count <= mostWhole;
}

function viewOf(area: HTMLElement): ListView {
  const { top } = area.getBoundingClientRect();
  return { top: -top, bottom: window.innerHeight - top };
}

/** Stores the heights of the rendered rows. */
function measure(area: HTMLElement, measured: Map<string, number>): void {
  for (const row of area.children) {
    const { height } = row.getBoundingClientRect();
    // A list on a hidden tab has no size.
    if (height > 0) measured.set(row.id, height);
  }
}

/** A row, and its distance from the top of the list in pixels. */
interface SeenRow {
  readonly row: Element;
  readonly distance: number;
}

/** Returns the first row in view; undefined while the top of the list is in view. */
function rowInView(area: HTMLElement): SeenRow | undefined {
  const { top } = area.getBoundingClientRect();
  if (top >= 0) return undefined;
  for (const row of area.children) {
    const place = row.getBoundingClientRect();
    if (place.bottom > 0) return { row, distance: place.top - top };
  }
  return undefined;
}

/** Returns by how much the rows before a row have become higher. */
function shiftOf({ row, distance }: SeenRow, area: HTMLElement): number {
  if (!row.isConnected) return 0;
  return row.getBoundingClientRect().top - area.getBoundingClientRect().top - distance;
}

/** Returns the id of the row that holds the focus. */
function useFocusedRow(list: RefObject<HTMLElement | null>): string | undefined {
  const [focused, setFocused] = useState<string>();
  // Only the browser knows the focus.
  useEffect(() => {
    const area = list.current;
    if (!area) return undefined;
    const take = (target: EventTarget | null) => {
      const row = [...area.children].find((one) => target instanceof Node && one.contains(target));
      setFocused(row?.id);
    };
    const come = ({ target }: FocusEvent) => take(target);
    const leave = ({ relatedTarget }: FocusEvent) => take(relatedTarget);
    area.addEventListener("focusin", come);
    area.addEventListener("focusout", leave);
    return () => {
      area.removeEventListener("focusin", come);
      area.removeEventListener("focusout", leave);
    };
  }, [list]);
  return focused;
}

function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  // The browser takes the picture after its event.
  useEffect(() => {
    const begin = () => flushSync(() => setPrinted(true));
    const end = () => setPrinted(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinted;
}
