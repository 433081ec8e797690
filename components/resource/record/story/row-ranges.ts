/** The rows near the window: from `start` up to but without `end`. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** The part of a list that the window shows, in pixels from the top of the list. */
export interface ListView {
  readonly top: number;
  readonly bottom: number;
}

/** A rendered row, and the heights of the rows left out before it and, if it is the last, after it. */
export interface PlacedRow {
  readonly place: number;
  readonly before: number;
  readonly after: number;
}

/** Pixels rendered above and below the window, so that scrolling shows no gap. */
const margin = 800;
/** The range stays while this many pixels around the window are rendered: most scroll events change nothing. */
const slack = 300;

/** Returns the rows near the window. Returns `now` while it still holds enough of them. */
export function rangeAt(
  heights: readonly number[],
  { top, bottom }: ListView,
  now: RowRange,
): RowRange {
  const first = placeAt(heights, top - slack);
  const last = placeAt(heights, bottom + slack);
  const isEnough = now.start <= first && now.end > Math.min(last, heights.length - 1);
  const whole = {
    start: placeAt(heights, top - margin),
    end: placeAt(heights, bottom + margin) + 1,
  };
  const next = { start: whole.start, end: Math.min(whole.end, heights.length) };
  // After a wide window, or a page with many low rows, more rows are rendered than needed.
  const isTooMuch = now.end - now.start > 2 * (next.end - next.start);
  return isEnough && !isTooMuch ? now : next;
}

/** Returns the place of the row at a distance from the top of the list; the nearest one outside. */
function placeAt(heights: readonly number[], distance: number): number {
  let top = 0;
  for (const [place, height] of heights.entries()) {
    top += height;
    if (top > distance) return place;
  }
  return Math.max(heights.length - 1, 0);
}

/** Returns the rows to render: those of the range, and those to keep, in order. */
export function placedRows(
  heights: readonly number[],
  { start, end }: RowRange,
  kept: readonly number[],
): readonly PlacedRow[] {
  const inRange = Array.from({ length: Math.max(end - start, 0) }, (_, n) => start + n);
  const places = [...new Set([...inRange, ...kept])]
    .filter((place) => place >= 0 && place < heights.length)
    .toSorted((one, other) => one - other);
  return places.map((place, at) => ({
    place,
    before: sum(heights, (places[at - 1] ?? -1) + 1, place),
    after: at === places.length - 1 ? sum(heights, place + 1, heights.length) : 0,
  }));
}

function sum(heights: readonly number[], from: number, to: number): number {
  let total = 0;
  for (let place = from; place < to; place += 1) total += heights[place] ?? 0;
  return total;
}
