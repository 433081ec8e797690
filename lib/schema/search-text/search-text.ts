import type { JsonValue } from "@/lib/schema/json";

const marks = /\p{M}+/gu;
const between = /[^\p{L}\p{N}]+/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const ascii = /^[\0-\x7f]*$/;

/**
 * Folds text for comparison in any case. Lower-casing writes a capital sigma in two ways, by its
 * place in the word, so both become one.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

/** Folds text for comparison in search: lower case, no accents, wide and narrow forms alike. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (ascii.test(lower)) return lower;
  return lower.normalize("NFKD").replace(marks, "").toLowerCase();
}

/** Folds text for comparison of its letters, one by one or together: as `foldText`, with one sigma. */
export function foldLetters(text: string): string {
  return foldCase(foldText(text));
}

/**
 * Returns the searchable text of a value, up to `most` UTF-16 units. For JSON, keys and values; NUL,
 * which PostgreSQL cannot store, is a space there.
 */
export function searchedText(value: JsonValue | undefined, most: number): string {
  if (typeof value === "string") return value.slice(0, most).toWellFormed();
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return "";
  let text = "";
  for (const word of wordsWithin(value)) {
    text += `${text === "" ? "" : " "}${word.slice(0, most)}`;
    if (text.length >= most) break;
  }
  return text.slice(0, most).toWellFormed().replaceAll("\0", " ");
}

/** Yields the keys and plain values of a JSON value, in order. */
function* wordsWithin(value: JsonValue): Generator<string> {
  if (value === null) return;
  if (typeof value !== "object") yield String(value);
  else if (Array.isArray(value)) for (const one of value) yield* wordsWithin(one);
  else {
    for (const [key, held] of Object.entries(value)) {
      yield key;
      yield* wordsWithin(held);
    }
  }
}

/** Returns the words of folded text, without punctuation, each cut to 64 code points. */
export function wordsOf(folded: string): string[] {
  const words = folded.split(between).filter((word) => word !== "");
  return words.map((word) => (word.length > 64 ? [...word].slice(0, 64).join("") : word));
}

/** Returns the normalized name of folded text. `INC-42` and `#inc 42` have the same. */
export function normalizedName(folded: string): string {
  return wordsOf(folded).join(" ").slice(0, 255);
}

/**
 * Returns the prefixes that a short query may match inside a word. Applies to scripts without
 * spaces, at every character.
 */
export function prefixesIn(word: string): string[] {
  if (!unspaced.test(word)) return [];
  const signs = [...word];
  return signs.slice(1).map((sign, place) => `${sign}${signs[place + 2] ?? ""}`);
}
