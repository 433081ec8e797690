/** A value below which lies the given share of them, of values in any order; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}

/** Milliseconds as text. */
export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

/** Waits until something is so, at most `longestMs`. */
export async function waitUntil(isSo: () => boolean, longestMs: number): Promise<void> {
  const end = performance.now() + longestMs;
  while (!isSo() && performance.now() < end) await pause(25);
}

/** Waits. */
export function pause(forMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forMs));
}
