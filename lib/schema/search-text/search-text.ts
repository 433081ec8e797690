import type { JsonValue } from "@/lib/schema/json";

const marks = /\p{M}+/gu;
const between = /[^\p{L}\p{N}]+/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const ascii = /^[\0-\x7f]*$/;

/** Text as search compares it: in lower case, without accents, wide and narrow forms alike. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (ascii.test(lower)) return lower;
  return lower.normalize("NFKD").replace(marks, "").toLowerCase();
}

/** A value as the text that is searched: of a JSON value its keys and what they hold, up to `most` UTF-16 units. */
export function searchedText(value: JsonValue | undefined, most: number): string {
  if (typeof value === "string") return value.slice(0, most).toWellFormed();
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return "";
  let text = "";
  for (const word of wordsWithin(value)) {
    text += `${text === "" ? "" : " "}${word.slice(0, most)}`;
    if (text.length >= most) break;
  }
  return text.slice(0, most).toWellFormed();
}

/** The keys and plain values of a JSON value, in order. */
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

/** The words of folded text: what stands between signs and spaces, each at most 64 code points long. */
export function wordsOf(folded: string): string[] {
  const words = folded.split(between).filter((word) => word !== "");
  return words.map((word) => (word.length > 64 ? [...word].slice(0, 64).join("") : word));
}

/** What folded texts have in common that a person would call the same: `INC-42`, `#inc 42`. */
export function normalizedName(folded: string): string {
  return wordsOf(folded).join(" ").slice(0, 255);
}

/** The beginnings a short question may ask for: of words and, where words run together, of every character. */
export function prefixesIn(word: string): string[] {
  if (!unspaced.test(word)) return [];
  const signs = [...word];
  return signs.slice(1).map((sign, place) => `${sign}${signs[place + 2] ?? ""}`);
}
