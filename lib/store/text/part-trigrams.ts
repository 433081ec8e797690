import type { JsonValue } from "@/lib/schema/json";
import { foldText, wordsOf } from "@/lib/schema/search-text/search-text";
import { trigramsOf } from "./marked-words";

/**
 * Matches 65 characters without a space. Only such a text can hold a word that `wordsOf` cuts. The
 * pattern tries only the beginning of each run, which takes a quarter of the time.
 */
const longRun = /(?:^|\s)\S{65}/;
const longWord = /[\p{L}\p{N}]{65}/u;
/** A later version of Unicode may make letters of these. */
const unassigned = /\p{Cn}/u;

/**
 * Returns true when the index holds all trigrams of a text: it is not longer than `most` UTF-16
 * units, none of its words is cut, and all its characters are known. Values of other types are whole.
 */
export function isWhole(value: JsonValue | undefined, most: number): boolean {
  if (typeof value !== "string") return true;
  if (value.length > most || unassigned.test(value)) return false;
  const folded = foldText(value);
  return !(longRun.test(folded) && longWord.test(folded));
}

/** Both small sigmas, as escapes for the same reason as in the dialect of PostgreSQL. */
const sigma = /[\u03c3\u03c2]/;
/** Length of the looked-up beginning of a part, in UTF-16 units; one may become 18 characters. */
const mostLookedUp = 128;
const mostTrigrams = 64;

/**
 * Returns trigrams that the index holds for every whole text that contains `part` in any case; none
 * when it promises nothing. A text that contains a part contains its beginning, so that suffices.
 * Folding a text folds each of its characters alone: marks, the only characters that Unicode
 * reorders, are removed. The exception is the capital sigma, which is lower-cased by its neighbors,
 * so trigrams with a sigma are left out.
 */
export function trigramsOfPart(part: string): string[] {
  const folded = foldText(part.slice(0, mostLookedUp));
  const words = wordsOf(folded).filter((word) => [...word].length >= 3);
  const trigrams = new Set(words.flatMap(trigramsOf).filter((trigram) => !sigma.test(trigram)));
  return [...trigrams].slice(0, mostTrigrams);
}
