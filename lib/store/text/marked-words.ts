import { prefixesIn, wordsOf } from "@/lib/schema/search-text/search-text";

/** Stands twice before each word, so that trigrams with it find words by their first one or two characters. */
export const wordStart = "\uf000";

/** The words of a text, and where words run together their inner beginnings, each with its marks. */
export function markedText(text: string): string {
  const words = new Set(wordsOf(text));
  for (const word of [...words]) for (const beginning of prefixesIn(word)) words.add(beginning);
  return [...words].map((word) => wordStart + wordStart + word).join("");
}

/**
 * The trigrams to ask for a word by. Short words are asked for as beginnings, longer ones wherever they stand. Trigrams
 * that lie side by side, and the last, are enough: what they let through is compared with the text itself.
 */
export function trigramsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length === 1) return [wordStart + wordStart + word];
  if (signs.length === 2) return [wordStart + word];
  const last = signs.length - 3;
  const places = signs.flatMap((_, place) => (place < last && place % 3 === 0 ? [place] : []));
  return [...places, last].map((place) => signs.slice(place, place + 3).join(""));
}
