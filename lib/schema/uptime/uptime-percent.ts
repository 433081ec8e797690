/** Time of a period, in milliseconds. `knownMs` is the part with a known status, down or up. */
export interface UptimeTotal {
  readonly knownMs: number;
  /** Part of `knownMs`. */
  readonly downMs: number;
}

const usualDecimals = 2;
/** The texts that were used. Performance: a request has up to 90,000 of at most 10,000 texts. */
const texts: string[] = [];

/**
 * Returns the uptime in percent, rounded down exactly to the decimals, so that it is "100" only without
 * any downtime; null if no status is known.
 */
export function uptimeText(
  { knownMs, downMs }: UptimeTotal,
  decimals = usualDecimals,
): string | null {
  if (knownMs <= 0) return null;
  if (downMs <= 0) return "100";
  const units = unitsOf(Math.max(0, knownMs - downMs), knownMs, decimals);
  if (decimals !== usualDecimals || typeof units === "bigint") return decimalText(units, decimals);
  const text = texts[units] ?? decimalText(units, decimals);
  texts[units] = text;
  return text;
}

/** Returns the percentage in units of its last decimal, rounded down. */
function unitsOf(upMs: number, knownMs: number, decimals: number): number | bigint {
  const product = upMs * 100 * 10 ** decimals;
  // The quotient of a whole number below 2^53 is never rounded up to the next whole number.
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / knownMs);
  return (BigInt(upMs) * 100n * 10n ** BigInt(decimals)) / BigInt(knownMs);
}

function decimalText(units: number | bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Returns true if a status is known and the uptime is at least `percent`, without rounding. */
export function hasUptimeOf({ knownMs, downMs }: UptimeTotal, percent: number): boolean {
  // The product may be a unit too large: 90.4 % of a day would not meet 90.4.
  const least = percent * knownMs * (1 - Number.EPSILON);
  return knownMs > 0 && (knownMs - downMs) * 100 >= least;
}
