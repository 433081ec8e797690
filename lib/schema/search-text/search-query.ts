import { foldText, normalizedName, wordsOf } from "./search-text";

const mostWords = 12;

/** A search query, read from a user's text. */
export interface SearchQuery {
  readonly words: readonly string[];
  /** Texts that a match must contain, punctuation included. */
  readonly parts: readonly string[];
  /** Normalized names that an exact match may have. */
  readonly names: readonly string[];
}

/** Reads a user's text. Each line may be a name. */
export function searchQueryOf(text: string): SearchQuery {
  const folded = foldText(text.toWellFormed());
  const names = new Set(normalizedNamesIn(folded));
  const numbered = /^([a-z]+)(\d+)$/.exec(normalizedName(folded));
  if (numbered) names.add(`${numbered[1]} ${numbered[2]}`);
  const words = [...new Set(wordsOf(folded))].slice(0, mostWords);
  const parts = folded.split(/\s+/).flatMap((part) => fromLetterToLetter.exec(part)?.[0] ?? []);
  return { words, parts: parts.slice(0, mostWords), names: [...names] };
}

/** Returns the normalized names that folded text may hold, one a line. */
export function normalizedNamesIn(folded: string): string[] {
  const names = new Set(folded.split("\n").map(normalizedName));
  return [...names].filter((name) => name !== "");
}

/** Leaves out the signs around a word. Takes time in proportion to the length. */
const fromLetterToLetter = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;
