/** Returns trigrams as the index stores them. */
export function numbersOf(trigrams: Iterable<string>): string[] {
  return [...new Set([...trigrams].map(numberOf))];
}

/** Packs three code points of 21 bits each into one 63-bit number. */
function numberOf(trigram: string): string {
  const points = [...trigram].map((sign) => BigInt(sign.codePointAt(0) ?? 0));
  return points.reduce((number, point) => (number << 21n) | point, 0n).toString();
}
