import { user } from "@/lib/resources/settings/user";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { SearchQuery } from "@/lib/schema/search-text/search-query";
import { foldText, normalizedName, searchedText } from "@/lib/schema/search-text/search-text";
import {
  type Matched,
  type SearchedColumn,
  searchedColumns,
} from "@/lib/schema/search-text/searched-columns";

/** Match of a search result. */
export interface SearchMatch {
  readonly as: Matched;
  /** True if the text is the name or number of the record. */
  readonly isExact: boolean;
  /** Words around the match, if it is not in the name. */
  readonly excerpt?: string;
}

/** Match of a record found by id. */
export const byId: SearchMatch = { as: "id", isExact: true };

/** Returns the searchable columns of a resource, the name first. */
export function matchable(resource: Resource): readonly SearchedColumn[] {
  if (resource !== user) return searchedColumns(resource);
  return [
    { name: "name", as: "label" },
    { name: "email", as: "email" },
  ];
}

/** Maximum length of an indexed text. */
const mostRead = 2_000;
/** The match stays visible in an excerpt of one line on a phone. */
const mostBefore = 12;
const longest = 80;

/**
 * Returns the match of a query in a record: the name if it holds every part, else a column with a
 * part that the name lacks.
 */
export function matchIn(
  row: Row,
  searched: readonly SearchedColumn[],
  { parts, names }: SearchQuery,
): SearchMatch {
  const texts = searched.map(({ name, as }) => {
    const text = searchedText(row[name], mostRead).replace(/\s+/g, " ");
    return { as, text, folded: foldText(text) };
  });
  const exact = texts.find(({ folded }) => folded !== "" && names.includes(normalizedName(folded)));
  if (exact) return { as: exact.as, isExact: true };
  const [label] = texts;
  const missing = parts.filter((part) => label?.as !== "label" || !label.folded.includes(part));
  const other = texts.find(({ folded }) => missing.some((part) => folded.includes(part)));
  if (!other || other.as === "label") return { as: "label", isExact: false };
  const matches = missing.map((part) => other.folded.indexOf(part)).filter((at) => at >= 0);
  return { as: other.as, isExact: false, excerpt: excerptOf(other, Math.min(...matches)) };
}

/**
 * Returns the words around a match: the excerpt begins with a whole word shortly before it. `match`
 * is its place in the folded text. Folding may change the length of a text. Then the excerpt is of
 * the folded text.
 */
function excerptOf(
  { text, folded }: { readonly text: string; readonly folded: string },
  match: number,
): string {
  const shown = text.length === folded.length ? text : folded;
  const start = wordStart(shown, Math.max(0, match - mostBefore), match);
  const end = start + longest;
  const cut = shown.slice(start, end).toWellFormed();
  return `${start > 0 ? "…" : ""}${cut}${end < shown.length ? "…" : ""}`;
}

/** Returns the start of the first word from `from`, at most `to`; `from` within a text of one word. */
function wordStart(text: string, from: number, to: number): number {
  if (from === 0 || text[from - 1] === " ") return from;
  const space = text.slice(from, to).indexOf(" ");
  return space === -1 ? from : from + space + 1;
}
