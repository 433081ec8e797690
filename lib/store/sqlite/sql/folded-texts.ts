import { textOfUtf8 } from "./utf8";

/** The conditions of a query take turns at so many columns at most. */
const mostKept = 8;

/**
 * The lower-cased texts of the row that is looked at. Reading a long text from the database, decoding and folding it
 * take far longer than comparing it, so all conditions on one text share that work.
 */
export class FoldedTexts {
  #kept: { readonly column: string; readonly id: string; readonly folded: string }[] = [];

  /** True when the text of this column and record is kept: it need not be read again. */
  has(column: string, id: string): boolean {
    return this.#kept.some((entry) => entry.id === id && entry.column === column);
  }

  /** The text in lower case: of its UTF-8 `bytes`, or, without them, as it is kept. Undefined when it is not. */
  of(column: string, id: string, bytes: Uint8Array | null): string | undefined {
    const known = this.#kept.find((entry) => entry.id === id && entry.column === column);
    if (known || bytes === null) return known?.folded;
    const folded = textOfUtf8(bytes).toLowerCase();
    this.#kept.push({ column, id, folded });
    if (this.#kept.length > mostKept) this.#kept.shift();
    return folded;
  }

  clear(): void {
    if (this.#kept.length > 0) this.#kept = [];
  }
}
