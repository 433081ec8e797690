import { foldCase, foldLetters } from "@/lib/schema/search-text/search-text";

/** A piece of a text. */
export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Splits a text into what matches one of the parts and what does not, as the search compares: in any
 * case and without accents. The parts are folded.
 */
export function matchedPieces(text: string, parts: readonly string[]): readonly Piece[] {
  const signs = [...text];
  // A sign may fold to none or to several characters.
  const folded = signs.map(foldLetters);
  const starts: number[] = [];
  let length = 0;
  for (const one of folded) {
    starts.push(length);
    length += one.length;
  }
  const whole = folded.join("");
  const ranges = parts.flatMap((part) => rangesOf(whole, foldCase(part)));
  const pieces: { text: string; isMatch: boolean }[] = [];
  for (const [place, sign] of signs.entries()) {
    const start = starts[place] ?? 0;
    const isMatch = ranges.some(([from, to]) => start >= from && start < to);
    const last = pieces.at(-1);
    if (last?.isMatch === isMatch) last.text += sign;
    else pieces.push({ text: sign, isMatch });
  }
  return pieces;
}

function rangesOf(whole: string, part: string): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  let from = part === "" ? -1 : whole.indexOf(part);
  while (from !== -1) {
    ranges.push([from, from + part.length]);
    from = whole.indexOf(part, from + part.length);
  }
  return ranges;
}
