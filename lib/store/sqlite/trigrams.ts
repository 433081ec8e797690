import { createHash } from "node:crypto";
import { beginningsIn, wordsOf } from "@/lib/schema/search-text";
import { Lru } from "@/lib/store/lru";
import type { TextPlace } from "@/lib/store/store";

/** Stands twice before each word, so that trigrams with it find words by their first one or two characters. */
const begin = "\uf000";

/** The text of an entry as FTS5 cuts it into trigrams: the codes of its places, then its words. */
export function indexedText(path: string, project: string, text: string): string {
  return codeOf(`project ${project}`) + codeOf(`path ${path}`) + marked(text);
}

/** Whether the text of an entry that is not in the index yet would be found by these words. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const entry = marked(text);
  return words.every((word) => entry.includes([...word].length < 3 ? begin + word : word));
}

/** The words of a text, and where words run together their inner beginnings, each with its marks. */
function marked(text: string): string {
  const words = new Set(wordsOf(text));
  for (const word of [...words]) for (const beginning of beginningsIn(word)) words.add(beginning);
  return [...words].map((word) => begin + begin + word).join("");
}

/** The FTS5 expression for entries that hold all words and lie in one of the places. */
export function matchOf(words: readonly string[], places: readonly TextPlace[]): string {
  const wanted = new Set(words.flatMap(trigramsOf));
  const inPlaces = places.map(matchPlace).join(" OR ");
  return [`(${inPlaces})`, ...[...wanted].map(quoted)].join(" AND ");
}

function matchPlace({ projects, paths }: TextPlace): string {
  const inPaths = paths.map((path) => quoted(codeOf(`path ${path}`))).join(" OR ");
  if (projects === "all") return `(${inPaths})`;
  const inProjects = projects.map((id) => quoted(codeOf(`project ${id}`))).join(" OR ");
  return `((${inProjects}) AND (${inPaths}))`;
}

/**
 * Short words are asked for as beginnings, longer ones wherever they stand. Trigrams that lie side by side, and the last,
 * are enough: what they let through is compared with the text itself.
 */
function trigramsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length === 1) return [begin + begin + word];
  if (signs.length === 2) return [begin + word];
  const last = signs.length - 3;
  const places = signs.flatMap((_, place) => (place < last && place % 3 === 0 ? [place] : []));
  return [...places, last].map((place) => signs.slice(place, place + 3).join(""));
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

const codes = new Lru<string>(2_000);

/** Three characters that no text holds and that stand for a project or a resource. */
function codeOf(name: string): string {
  const known = codes.get(name);
  if (known !== undefined) return known;
  const bits = createHash("sha1").update(name).digest().readUIntBE(0, 6);
  const digit = (place: number) => 0xe000 + (Math.floor(bits / 4096 ** place) % 4096);
  const code = String.fromCharCode(digit(0), digit(1), digit(2));
  codes.set(name, code);
  return code;
}
