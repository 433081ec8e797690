import type { TextFault } from "./model";

/** Thrown and caught within the parser. */
export class ScanFault extends Error {
  constructor(readonly fault: TextFault) {
    super(fault.message);
  }
}

/** Reads a text from left to right, one token at a time. */
export class Scanner {
  at = 0;

  constructor(readonly text: string) {}

  /** Moves past blanks and returns true at the end of the text. */
  isAtEnd(): boolean {
    while (/\s/.test(this.text.charAt(this.at))) this.at += 1;
    return this.at >= this.text.length;
  }

  /** Moves past `piece` if it comes next, and returns whether it did. */
  take(piece: string): boolean {
    if (!this.text.startsWith(piece, this.at)) return false;
    this.at += piece.length;
    return true;
  }

  /** Moves past `word` if it comes next and ends at a blank or bracket. */
  takeWord(word: string): boolean {
    const next = this.text.slice(this.at, this.at + word.length);
    const end = this.text.charAt(this.at + word.length);
    if (next.toLowerCase() !== word || !/^[\s()]?$/.test(end)) return false;
    this.at += word.length;
    return true;
  }

  /** Returns the match of `pattern` at this position, or "". `pattern` must be sticky. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  /** Returns a value: quoted, or up to a blank, comma, bracket or "..". */
  value(): string {
    return this.quoted() ?? this.match(bare);
  }

  /** Returns the quoted text at this position; undefined if there is none. */
  quoted(): string | undefined {
    if (!this.take('"')) return undefined;
    const from = this.at;
    const body = this.match(untilQuote);
    if (!this.take('"')) this.fail('This quote is not closed: add " at the end.', from - 1);
    return body.replace(/\\(.)/gs, "$1");
  }

  /** Ends scanning with an error, by default at this position. */
  fail(message: string, at = this.at): never {
    throw new ScanFault({ at, message });
  }
}

const bare = /(?:(?!\.\.)[^\s,()"])*/y;
const untilQuote = /(?:[^"\\]|\\[\s\S])*/y;
