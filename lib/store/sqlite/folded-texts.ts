/** The conditions of a query take turns at so many columns at most. */
const mostKept = 8;

/**
 * The lower-cased texts of the row that is looked at. Decoding a text costs far more than comparing its bytes with those
 * of the condition before, so all conditions on one text share its decoding.
 */
export class FoldedTexts {
  #kept: { readonly bytes: Buffer; readonly folded: string }[] = [];

  /** The text of UTF-8 bytes in lower case. */
  of(bytes: Buffer): string {
    const known = this.#kept.find((entry) => entry.bytes.equals(bytes));
    if (known) return known.folded;
    const folded = bytes.toString("utf8").toLowerCase();
    this.#kept.push({ bytes, folded });
    if (this.#kept.length > mostKept) this.#kept.shift();
    return folded;
  }

  clear(): void {
    if (this.#kept.length > 0) this.#kept = [];
  }
}
