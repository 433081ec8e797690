import { prefixesIn, wordsOf } from "@/lib/schema/search-text/search-text";

/**
 * Start marker, twice before each word: its trigrams find words by their first one or two
 * characters.
 */
export const wordStart = "\uf000";

/** Returns the words of a text, and the prefixes inside joined words, each with start markers. */
export function markedText(text: string): string {
  const words = new Set(wordsOf(text));
  for (const word of [...words]) for (const beginning of prefixesIn(word)) words.add(beginning);
  return [...words].map((word) => wordStart + wordStart + word).join("");
}

/**
 * Returns the trigrams that find a word. Words of one or two characters are found as prefixes,
 * longer ones anywhere. Adjacent trigrams and the last one suffice, because candidates are compared
 * with the text.
 */
export function trigramsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length === 1) return [wordStart + wordStart + word];
  if (signs.length === 2) return [wordStart + word];
  const last = signs.length - 3;
  const places = signs.flatMap((_, place) => (place < last && place % 3 === 0 ? [place] : []));
  return [...places, last].map((place) => signs.slice(place, place + 3).join(""));
}
