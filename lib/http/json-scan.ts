/** How deep objects and arrays may lie in each other. */
const maxDepth = 32;
/** How many keys all objects of a text may have together. */
const maxKeysInAll = 20_000;
/** How many elements all arrays of a text may have together. */
const maxElementsInAll = 200_000;

/**
 * Says what a JSON text has too much of, or undefined: keys, elements of arrays, or depth. It looks at each character
 * outside strings once and skips strings by `indexOf`, because `JSON.parse` takes seconds for a million keys. What
 * it finds in a text that is not JSON means nothing: the parser refuses that text.
 */
export function excessIn(text: string): string | undefined {
  const counted = { depth: 0, keys: 0, elements: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
      continue;
    }
    counted.depth += deeper[code] ?? 0;
    counted.keys += code === colon ? 1 : 0;
    counted.elements += startsElement[code] ?? 0;
    if (isTooMuch(counted)) return told(counted);
  }
  return undefined;
}

interface Counted {
  readonly depth: number;
  readonly keys: number;
  /** Keys among them, which come with a comma too. */
  readonly elements: number;
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

/** The place of the quotation mark that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, place: number): boolean {
  let before = place - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (place - before) % 2 === 0;
}
