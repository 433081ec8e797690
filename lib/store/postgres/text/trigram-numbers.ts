/** Trigrams as the index keeps them. */
export function numbersOf(trigrams: Iterable<string>): string[] {
  return [...new Set([...trigrams].map(numberOf))];
}

/** Three code points of 21 bits each in one number of 63. */
function numberOf(trigram: string): string {
  const points = [...trigram].map((sign) => BigInt(sign.codePointAt(0) ?? 0));
  return points.reduce((number, point) => (number << 21n) | point, 0n).toString();
}
