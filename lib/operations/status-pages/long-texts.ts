import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Find, Reader } from "@/lib/store/port/store";

/** Most characters of one text on a status page. */
const longestText = 10_000;
/** Most characters of all texts of a status page. */
const mostText = 400_000;

/**
 * Bounds the texts of one page, because everybody may ask for it and each request is answered from
 * memory. A text beyond the limits ends with an ellipsis. No other text changes.
 */
export class TextBudget {
  #left = mostText;

  /** Returns the text, or its beginning. */
  take(text: string): string {
    const most = Math.min(longestText, this.#left);
    this.#left -= Math.min(text.length, most);
    return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
  }
}

/** Reads records with texts. A longer text is read as far as `TextBudget` shows it. */
export async function findBounded(
  reader: Reader,
  resource: Resource,
  ask: Find & { readonly limit: number },
): Promise<Row[]> {
  const found = await reader.findShortened(resource, ask, {
    bytes: 40_000 * ask.limit,
    rows: ask.limit,
    // One more, so that the text ends with an ellipsis.
    beginning: longestText + 1,
  });
  return found.map(({ row }) => row);
}
