import { foldCase } from "@/lib/schema/search-text/search-text";
import { textOfUtf8 } from "@/lib/store/text/utf8";

/** Most texts that are cached, for conditions of a query that alternate between columns. */
const mostKept = 8;

/**
 * The case-folded texts of the current row. Reading a long text, decoding and folding it take far
 * longer than comparing it, so all conditions on one text share that work.
 */
export class FoldedTexts {
  #kept: { readonly column: string; readonly id: string; readonly folded: string }[] = [];

  /** Returns true when the text of this column and record is cached and need not be read. */
  has(column: string, id: string): boolean {
    return this.#kept.some((entry) => entry.id === id && entry.column === column);
  }

  /**
   * Returns the text in one case, from its UTF-8 `bytes` or from the cache. Undefined without
   * both.
   */
  of(column: string, id: string, bytes: Uint8Array | null): string | undefined {
    const known = this.#kept.find((entry) => entry.id === id && entry.column === column);
    if (known || bytes === null) return known?.folded;
    const folded = foldCase(textOfUtf8(bytes));
    this.#kept.push({ column, id, folded });
    if (this.#kept.length > mostKept) this.#kept.shift();
    return folded;
  }

  clear(): void {
    if (this.#kept.length > 0) this.#kept = [];
  }
}
