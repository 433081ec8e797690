/** Time of a period, in milliseconds. `knownMs` is the part with a known status, down or up. */
export interface UptimeTotal {
  readonly knownMs: number;
  /** Part of `knownMs`. */
  readonly downMs: number;
}

const decimals = 2;
const parts = 100 * 10 ** decimals;
/** The texts that were used. Performance: a request has up to 90,000 of at most 10,000 texts. */
const texts: string[] = [];

/**
 * Returns the uptime in percent, rounded down to two decimals, so that it is "100" only without any
 * downtime; null if no status is known.
 */
export function uptimeText({ knownMs, downMs }: UptimeTotal): string | null {
  if (knownMs <= 0) return null;
  if (downMs <= 0) return "100";
  const counted = Math.max(0, Math.floor(((knownMs - downMs) * parts) / knownMs));
  const shown = Math.min(counted, parts - 1);
  const text = texts[shown] ?? (shown / 10 ** decimals).toFixed(decimals);
  texts[shown] = text;
  return text;
}

/** Returns true if a status is known and the uptime is at least `percent`, without rounding. */
export function hasUptimeOf({ knownMs, downMs }: UptimeTotal, percent: number): boolean {
  // The product may be a unit too large: 90.4 % of a day would not meet 90.4.
  const least = percent * knownMs * (1 - Number.EPSILON);
  return knownMs > 0 && (knownMs - downMs) * 100 >= least;
}
