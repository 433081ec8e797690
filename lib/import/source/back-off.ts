/** Statuses of a server that may answer the same request later. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Longest wait that a source may ask for, in milliseconds. */
const longestAsked = 15 * 60_000;
const longestOwn = 30_000;

/** Number of times that a request is sent. The waits between add up to two minutes. */
export const mostTries = 9;

/** Returns true for a status that the same request may not get again. */
export function isPassing(status: number): boolean {
  return passing.has(status);
}

/**
 * Returns the milliseconds to wait before the next try: what `Retry-After` asks for (RFC 9110,
 * 10.2.3), up to 15 minutes, else twice as long each time up to 30 s, beginning with `firstMs`.
 */
export function waitMs(
  tries: number,
  retryAfter: string | null,
  { firstMs, now }: { readonly firstMs: number; readonly now: Date },
): number {
  const asked = askedMs(retryAfter, now);
  if (asked !== undefined) return Math.min(asked, longestAsked);
  return Math.min(firstMs * 2 ** (tries - 1), longestOwn);
}

function askedMs(retryAfter: string | null, now: Date): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
