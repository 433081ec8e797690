/** A position in a text. Both numbers count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the position where a text stops being JSON (RFC 8259), or undefined for valid JSON. The
 * engine's own messages name the position in some cases only. Takes time linear in the length of
 * the text, whatever its nesting.
 */
export function jsonFaultPosition(text: string): TextPosition | undefined {
  const index = faultIndex(text);
  if (index === undefined) return undefined;
  return positionAt(text, index);
}

/** A number as written in a text, and its value once parsed. */
interface InexactNumber extends TextPosition {
  readonly written: string;
  readonly kept: string;
  /** Offsets of its start and end. */
  readonly span: readonly [from: number, to: number];
}

/**
 * Returns the first number of a JSON text that a double cannot hold exactly (RFC 8259, section 6).
 * Undefined when all are exact, or when the text stops being JSON before such a number.
 */
export function inexactNumber(text: string): InexactNumber | undefined {
  let at = endOf(space, text, 0) ?? 0;
  while (at < text.length) {
    const token = tokenAt(text, at);
    if (!token) return undefined;
    const written = token.kind === "0" ? text.slice(at, token.end) : "";
    if (/\d/.test(written)) {
      const kept = JSON.stringify(Number(written));
      if (decimal(written) !== decimal(kept)) {
        return { ...positionAt(text, at), written, kept, span: [at, token.end] };
      }
    }
    at = endOf(space, text, token.end) ?? token.end;
  }
  return undefined;
}

/** Returns a number's digits and power of ten. All spellings of a number give the same result. */
function decimal(written: string): string {
  const [, sign = "", whole = "", part = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, "");
  const last = digits.search(/0*$/);
  if (last <= 0) return "0";
  return `${sign}${digits.slice(0, last)}e${Number(power) - part.length + digits.length - last}`;
}

function positionAt(text: string, index: number): TextPosition {
  const before = text.slice(0, index);
  return { line: before.split("\n").length, column: index - before.lastIndexOf("\n") };
}

function faultIndex(text: string): number | undefined {
  const open: string[] = [];
  let allowed = value;
  let at = endOf(space, text, 0) ?? 0;
  while (at < text.length) {
    const token = tokenAt(text, at);
    if (!token || !allowed.includes(token.kind)) return at;
    const isKey = token.kind === '"' && !allowed.includes("{");
    allowed = isKey ? ":" : allowedAfter(token.kind, open);
    at = endOf(space, text, token.end) ?? token.end;
  }
  return allowed === "" ? undefined : at;
}

/** The first character of a token; 0 stands for a number, true, false or null. */
type Kind = "{" | "}" | "[" | "]" | "," | ":" | '"' | "0";

/** The kinds of tokens that begin a value. */
const value = '{["0';
const closings: Partial<Record<Kind, Kind>> = { "{": "}", "[": "]" };

/**
 * Returns the kinds of tokens that may follow an allowed one that is no key; none after the end.
 * `open` holds the closing brackets to come, the innermost last.
 */
function allowedAfter(kind: Kind, open: string[]): string {
  if (kind === ":") return value;
  if (kind === ",") return open.at(-1) === "}" ? '"' : value;
  const closing = closings[kind];
  if (closing !== undefined) {
    open.push(closing);
    return closing === "}" ? '"}' : `${value}]`;
  }
  if (kind === "}" || kind === "]") open.pop();
  return open.length > 0 ? `,${open.at(-1)}` : "";
}

interface Token {
  readonly kind: Kind;
  readonly end: number;
}

const space = /[ \t\n\r]*/y;
const other = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function tokenAt(text: string, at: number): Token | undefined {
  const first = text.charAt(at);
  if ("{}[],:".includes(first)) return { kind: first as Kind, end: at + 1 };
  const kind = first === '"' ? '"' : "0";
  const end = kind === '"' ? endOfString(text, at) : endOf(other, text, at);
  return end === undefined ? undefined : { kind, end };
}

/** Scans by hand, because a regular expression overflows the stack on strings of some megabytes. */
function endOfString(text: string, start: number): number | undefined {
  let at = start + 1;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at + 1;
    if (unit < 0x20) return undefined;
    const end: number | undefined = unit === 0x5c ? endOf(escaped, text, at) : at + 1;
    if (end === undefined) return undefined;
    at = end;
  }
  return undefined;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
