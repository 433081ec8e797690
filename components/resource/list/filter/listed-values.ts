import { inQuotes } from "@/lib/schema/filter-text/print";

/** One value of a list and its end: in quotes, which may still be open, or up to a comma. */
const oneValue = /\s*(?:"((?:[^"\\]|\\[\s\S])*)(?:"\s*|$)(?=,|$)|([^,]*))(?:,|$)/g;

/** Returns the values of a text that separates them by commas. Quotes hold a value with a comma. */
export function listedValues(text: string): readonly string[] {
  return [...text.matchAll(oneValue)].flatMap(([, quoted, bare = ""]) => {
    if (quoted !== undefined) return [quoted.replace(/\\([\s\S])/g, "$1")];
    return bare.trim() === "" ? [] : [bare.trim()];
  });
}

/** Returns the text of which `listedValues` reads these values. */
export function textOfValues(values: readonly string[]): string {
  return values.map((value) => (isBare(value) ? value : inQuotes(value))).join(", ");
}

function isBare(value: string): boolean {
  return value !== "" && value === value.trim() && !value.includes(",") && !value.startsWith('"');
}
