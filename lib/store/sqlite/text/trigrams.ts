import { createHash } from "node:crypto";
import type { SearchScope } from "@/lib/store/port/text-index";
import { Lru } from "@/lib/store/statement/lru";
import { markedText, wordStart } from "@/lib/store/text/marked-words";

/**
 * Returns the text that FTS5 splits into trigrams: codes of project and resource, then marked
 * words.
 */
export function indexedText(path: string, project: string, text: string): string {
  return codeOf(`project ${project}`) + codeOf(`path ${path}`) + markedText(text);
}

/** Returns whether a search for these words would find the text of a pending entry. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const entry = markedText(text);
  return words.every((word) => entry.includes([...word].length < 3 ? wordStart + word : word));
}

/**
 * Returns the FTS5 expression for entries that have all trigrams within one of the scopes; without
 * scopes, anywhere.
 */
export function matchOf(trigrams: readonly string[], scopes: readonly SearchScope[]): string {
  const inPlaces = scopes.length === 0 ? [] : [`(${scopes.map(matchScope).join(" OR ")})`];
  return [...trigrams.map(quoted), ...inPlaces].join(" AND ");
}

function matchScope({ projects, paths }: SearchScope): string {
  const inPaths = paths.map((path) => quoted(codeOf(`path ${path}`))).join(" OR ");
  if (projects === "all") return `(${inPaths})`;
  const inProjects = projects.map((id) => quoted(codeOf(`project ${id}`))).join(" OR ");
  return `((${inProjects}) AND (${inPaths}))`;
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

const codes = new Lru<string>(2_000);

/** Returns three characters that no text contains, as a code for a project or a resource. */
function codeOf(name: string): string {
  const known = codes.get(name);
  if (known !== undefined) return known;
  const bits = createHash("sha1").update(name).digest().readUIntBE(0, 6);
  const digit = (place: number) => 0xe000 + (Math.floor(bits / 4096 ** place) % 4096);
  const code = String.fromCharCode(digit(0), digit(1), digit(2));
  codes.set(name, code);
  return code;
}
