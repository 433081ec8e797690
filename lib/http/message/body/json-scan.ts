import type { Steps } from "./steps";

/** How deep objects and arrays may lie in each other. */
const maxDepth = 32;
/** How many keys all objects of a text may have together. */
const maxKeysInAll = 20_000;
/** How many elements all arrays of a text may have together. */
const maxElementsInAll = 200_000;
/** How many characters one step looks at: less than a millisecond. */
const charactersAStep = 131_072;

/**
 * Says what a JSON text has too much of, or undefined: keys, elements of arrays, or depth. It looks at each character
 * outside strings once and skips strings by `indexOf`, because `JSON.parse` takes seconds for a million keys. What
 * it finds in a text that is not JSON means nothing: the parser refuses that text.
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
  /** The place of the next character. */
  at: number;
  isInString: boolean;
  depth: number;
  keys: number;
  /** Keys among them, which come with a comma too. */
  elements: number;
}

/** Goes on to the place `end`, or to where there is too much. A string without quotation marks in it is skipped at once. */
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

/** By the code of a character: what it adds to the depth, and to the elements. */
const deeper = new Int8Array(128);
const startsElement = new Int8Array(128);
for (const mark of "{[") deeper[mark.charCodeAt(0)] = 1;
for (const mark of "}]") deeper[mark.charCodeAt(0)] = -1;
for (const mark of "{[,") startsElement[mark.charCodeAt(0)] = 1;

/** Goes on behind the next quotation mark in a string, which ends it unless it is escaped. */
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
