import type { Steps } from "./cooperative-steps";

/** Maximum nesting of objects and arrays. */
const maxDepth = 32;
/** Maximum number of keys in all objects of a text. */
const maxKeysInAll = 20_000;
/** Maximum number of elements in all arrays of a text. */
const maxElementsInAll = 200_000;
/** Characters scanned per step, in less than a millisecond. */
const charactersAStep = 131_072;

/**
 * Returns which limit a JSON text exceeds (keys, array elements or depth), or undefined. Scans each
 * character outside strings once and skips strings by `indexOf`, because `JSON.parse` takes seconds
 * for a million keys. The result is meaningless for a text that is not JSON, which the parser
 * refuses.
 */
export function* excessIn(text: string): Steps<string | undefined> {
  const counted: Counted = { at: 0, isInString: false, depth: 0, keys: 0, elements: 0 };
  while (counted.at < text.length) {
    count(text, counted, counted.at + charactersAStep);
    if (isTooMuch(counted)) return told(counted);
    yield false;
  }
  return undefined;
}

interface Counted {
  /** Offset of the next character. */
  at: number;
  isInString: boolean;
  depth: number;
  keys: number;
  /** Includes keys, which a comma also precedes. */
  elements: number;
}

/** Scans up to `end`, or to an exceeded limit. Skips a string without quotation marks at once. */
function count(text: string, counted: Counted, end: number): void {
  const most = Math.min(end, text.length);
  while (counted.at < most) {
    if (counted.isInString) {
      skipToQuote(text, counted);
      continue;
    }
    const code = text.charCodeAt(counted.at);
    counted.at += 1;
    counted.isInString = code === quote;
    counted.depth += deeper[code] ?? 0;
    counted.keys += code === colon ? 1 : 0;
    counted.elements += startsElement[code] ?? 0;
    if (isTooMuch(counted)) return;
  }
}

function isTooMuch({ depth, keys, elements }: Counted): boolean {
  return depth > maxDepth || keys > maxKeysInAll || elements - keys > maxElementsInAll;
}

function told({ depth, keys }: Counted): string {
  if (depth > maxDepth) return `is nested deeper than ${maxDepth}`;
  const most = keys > maxKeysInAll ? maxKeysInAll : maxElementsInAll;
  const what = keys > maxKeysInAll ? "keys" : "elements of arrays";
  return `has more than ${most.toLocaleString("en")} ${what}. Send it in several requests`;
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a] as const;

/** By character code: the change of depth, and of the number of elements. */
const deeper = new Int8Array(128);
const startsElement = new Int8Array(128);
for (const mark of "{[") deeper[mark.charCodeAt(0)] = 1;
for (const mark of "}]") deeper[mark.charCodeAt(0)] = -1;
for (const mark of "{[,") startsElement[mark.charCodeAt(0)] = 1;

/** Moves past the next quotation mark in a string, which ends the string unless it is escaped. */
function skipToQuote(text: string, counted: Counted): void {
  const place = text.indexOf('"', counted.at);
  counted.isInString = place < 0 || isEscaped(text, place);
  counted.at = place < 0 ? text.length : place + 1;
}

function isEscaped(text: string, place: number): boolean {
  let before = place - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (place - before) % 2 === 0;
}
