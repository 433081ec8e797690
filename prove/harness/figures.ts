/**
 * Returns the quantile of values in any order: the given share of them lies below it; 0 for none.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
}

/** Returns milliseconds as text. */
export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

/** Waits until a condition holds, at most `longestMs`. */
export async function waitUntil(isSo: () => boolean, longestMs: number): Promise<void> {
  const end = performance.now() + longestMs;
  while (!isSo() && performance.now() < end) await pause(25);
}

/** Waits `forMs` milliseconds. */
export function pause(forMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forMs));
}
