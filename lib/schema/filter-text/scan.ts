import type { TextFault } from "./model";

/** Thrown within the parser and caught at its door. */
export class ScanFault extends Error {
  constructor(readonly fault: TextFault) {
    super(fault.message);
  }
}

/** Reads a text from left to right, one piece at a time. */
export class Scanner {
  at = 0;

  constructor(readonly text: string) {}

  /** Moves past blanks; true at the end of the text. */
  isAtEnd(): boolean {
    while (/\s/.test(this.text.charAt(this.at))) this.at += 1;
    return this.at >= this.text.length;
  }

  /** Moves past `piece` if it is next; true if it was. */
  take(piece: string): boolean {
    if (!this.text.startsWith(piece, this.at)) return false;
    this.at += piece.length;
    return true;
  }

  /** Moves past `word` if it is the whole of what is next up to a blank or bracket. */
  takeWord(word: string): boolean {
    const next = this.text.slice(this.at, this.at + word.length);
    const end = this.text.charAt(this.at + word.length);
    if (next.toLowerCase() !== word || !/^[\s()]?$/.test(end)) return false;
    this.at += word.length;
    return true;
  }

  /** What matches `pattern` from here, which must be sticky, or "". */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  /** A value: in quotes, or up to a blank, comma, bracket or "..". */
  value(): string {
    return this.quoted() ?? this.match(bare);
  }

  /** What stands in quotes here; undefined when nothing does. */
  quoted(): string | undefined {
    if (!this.take('"')) return undefined;
    const from = this.at;
    const body = this.match(untilQuote);
    if (!this.take('"')) this.fail('This quote is not closed: add " at the end.', from - 1);
    return body.replace(/\\(.)/gs, "$1");
  }

  /** Ends reading with what is wrong, here unless told where. */
  fail(message: string, at = this.at): never {
    throw new ScanFault({ at, message });
  }
}

const bare = /(?:(?!\.\.)[^\s,()"])*/y;
const untilQuote = /(?:[^"\\]|\\[\s\S])*/y;
