/** Returns the number of Unicode code points, the unit of all lengths. */
export function codePoints(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) pairs += 1;
  }
  return text.length - pairs;
}

/**
 * Returns whether a text has at most `mostCodePoints` code points. Counts them only if the UTF-16
 * length does not decide.
 */
export function hasAtMost(text: string, mostCodePoints: number): boolean {
  if (text.length <= mostCodePoints) return true;
  return text.length <= 2 * mostCodePoints && codePoints(text) <= mostCodePoints;
}

/** Returns false for text that engines store differently: with NUL or an unpaired surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
