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

/** Why a record was found. */
export interface SearchMatch {
  readonly as: Matched;
  /** The text is the name of the record, or its number. */
  readonly isExact: boolean;
  /** The words around what matched, where that is not the name. */
  readonly excerpt?: string;
}

/** The match of a record whose id was asked for. */
export const byId: SearchMatch = { as: "id", isExact: true };

/** The columns that a record of a resource may match by, the name first. */
export function matchable(resource: Resource): readonly SearchedColumn[] {
  if (resource !== user) return searchedColumns(resource);
  return [
    { name: "name", as: "label" },
    { name: "email", as: "email" },
  ];
}

/** As much of a text as the index may hold. */
const mostRead = 2_000;
const before = 24;
const longest = 80;

/** What of a record a question matches: its name where that holds every part, else what holds a part the name lacks. */
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
  const part = missing.find((one) => other.folded.includes(one)) ?? "";
  return { as: other.as, isExact: false, excerpt: excerptOf(other, part) };
}

/** Folding may change the length of a text: then the folded one is shown. */
function excerptOf(
  { text, folded }: { readonly text: string; readonly folded: string },
  part: string,
): string {
  const shown = text.length === folded.length ? text : folded;
  const start = Math.max(0, folded.indexOf(part) - before);
  const end = start + longest;
  const cut = shown.slice(start, end).toWellFormed();
  return `${start > 0 ? "…" : ""}${cut}${end < shown.length ? "…" : ""}`;
}
