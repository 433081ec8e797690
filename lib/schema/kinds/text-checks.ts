/** The number of Unicode code points: what lengths are counted in. */
export function codePoints(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) pairs += 1;
  }
  return text.length - pairs;
}

/** Whether a text has at most so many code points. They are counted only where the length in UTF-16 leaves it open. */
export function hasAtMost(text: string, mostCodePoints: number): boolean {
  if (text.length <= mostCodePoints) return true;
  return text.length <= 2 * mostCodePoints && codePoints(text) <= mostCodePoints;
}

/** False for text that no engine keeps alike: with NUL, or with half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
