import { foldText, normalizedName, wordsOf } from "./search-text";

const mostWords = 12;

/** A search query, read from a user's text or from a search entry. */
export interface SearchQuery {
  readonly words: readonly string[];
  /** Texts that a match must contain, punctuation included. */
  readonly parts: readonly string[];
  /** Normalized names that an exact match may have. */
  readonly names: readonly string[];
}

/** Reads folded or plain text. In the text of an entry, each line is a name. */
export function searchQueryOf(text: string): SearchQuery {
  const folded = foldText(text.toWellFormed());
  const names = new Set(folded.split("\n").map(normalizedName));
  const numbered = /^([a-z]+)(\d+)$/.exec(normalizedName(folded));
  if (numbered) names.add(`${numbered[1]} ${numbered[2]}`);
  names.delete("");
  const words = [...new Set(wordsOf(folded))].slice(0, mostWords);
  const parts = folded
    .split(/\s+/)
    .map((part) => part.replace(signsAround, ""))
    .filter((part) => part !== "");
  return { words, parts: parts.slice(0, mostWords), names: [...names] };
}

const signsAround = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
