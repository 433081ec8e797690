import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Find, Reader } from "@/lib/store/port/store";

/** Most characters of one text on a status page. */
const longestText = 10_000;
/** Most characters of all texts of a status page. */
const mostText = 400_000;
/** Characters that Markdown may read as marks. Its parser takes more than linear time for many. */
const marks = /[*_`~[\]()<>!&\\#+|-]|\d[.)]/g;
/** Most marks of one text, and of all texts of a status page. */
const [mostMarksOfText, mostMarks] = [1_000, 6_000];

/**
 * Bounds the texts of one page, because everybody may ask for it and each request is answered from
 * memory. A text beyond the limits ends with an ellipsis, and one with too many marks of Markdown
 * loses them all.
 */
export class TextBudget {
  #left = mostText;
  #marksLeft = mostMarks;

  /** Returns the text, or its beginning. */
  take(text: string): string {
    const most = Math.min(longestText, this.#left);
    this.#left -= Math.min(text.length, most);
    return this.#bounded(text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text);
  }

  #bounded(text: string): string {
    const count = text.match(marks)?.length ?? 0;
    if (count > mostMarksOfText || count > this.#marksLeft) return text.replace(marks, " ");
    this.#marksLeft -= count;
    return text;
  }
}

/** Reads records with texts. A text above 40,000 bytes is replaced by null. */
export async function findBounded(
  reader: Reader,
  resource: Resource,
  ask: Find & { readonly limit: number },
): Promise<Row[]> {
  const found = await reader.findShortened(resource, ask, {
    bytes: 40_000 * ask.limit,
    rows: ask.limit,
  });
  return found.map(({ row }) => row);
}
