/** The content coding of a response. Undefined: uncompressed. */
export type Coding = "br" | "gzip" | undefined;

const both = ["br", "gzip"] as const;

/**
 * Returns the coding of those offered to which an `Accept-Encoding` gives the highest weight (RFC
 * 9110, section 12.5.3). Of equal ones the first counts. Undefined if the client accepts none, or
 * prefers `identity`.
 */
export function codingFor(
  accepted: string | undefined,
  offered: readonly ("br" | "gzip")[] = both,
): Coding {
  if (accepted === undefined) return undefined;
  const weights = new Map(accepted.split(",").map(weightedName));
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = offered.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  const isWanted = weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0);
  return isWanted ? best : undefined;
}

function weightedName(part: string): readonly [name: string, weight: number] {
  const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
  const stated = parameters.find((one) => one.startsWith("q="));
  if (stated === undefined) return [name, 1];
  // A coding with a malformed weight is not used, because every client reads uncompressed text.
  return [name, weight.test(stated) ? Number(stated.slice(2)) : 0];
}

/** At most three decimals (RFC 9110, section 12.4.2). */
const weight = /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
