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

/** The words of folded text: what stands between signs and spaces, each at most 64 code points long. */
export function wordsOf(folded: string): string[] {
  const words = folded.split(between).filter((word) => word !== "");
  return words.map((word) => (word.length > 64 ? [...word].slice(0, 64).join("") : word));
}

/** What folded texts have in common that a person would call the same: `INC-42`, `#inc 42`. */
export function sameness(folded: string): string {
  return wordsOf(folded).join(" ").slice(0, 255);
}

/** The beginnings a short question may ask for: of words and, where words run together, of every character. */
export function beginningsIn(word: string): string[] {
  if (!unspaced.test(word)) return [];
  const signs = [...word];
  return signs.slice(1).map((sign, place) => `${sign}${signs[place + 2] ?? ""}`);
}
