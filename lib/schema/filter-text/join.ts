import type { Vocabulary } from "./model";
import { parseFilter } from "./parse";

/**
 * Returns the text of a filter that demands each of some filters. An `or` stands in parentheses there,
 * because it binds less than adjacent terms.
 */
export function joinFilters(texts: readonly string[], vocabulary: Vocabulary): string {
  const terms = texts.map((text) => text.trim()).filter((text) => text !== "");
  if (terms.length < 2) return terms.join("");
  return terms.map((text) => (isOr(text, vocabulary) ? `(${text})` : text)).join(" ");
}

function isOr(text: string, vocabulary: Vocabulary): boolean {
  const parsed = parseFilter(text, vocabulary);
  return parsed.fault === undefined && parsed.filter?.kind === "or";
}
