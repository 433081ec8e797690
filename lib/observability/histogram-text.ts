/**
 * Returns the lines of one histogram in the text format of Prometheus. `buckets` holds the count
 * between each of `bounds` and the bound before, then the count above all bounds. `labels` may be
 * empty.
 */
export function histogramText(
  name: string,
  labels: string,
  bounds: readonly number[],
  buckets: readonly number[],
  sum: number,
): string[] {
  const before = labels === "" ? "" : `${labels},`;
  const own = labels === "" ? "" : `{${labels}}`;
  let count = 0;
  const lines = [...bounds, "+Inf"].map((bound, place) => {
    count += buckets[place] ?? 0;
    return `${name}_bucket{${before}le="${bound}"} ${count}`;
  });
  return [...lines, `${name}_sum${own} ${sum}`, `${name}_count${own} ${count}`];
}
