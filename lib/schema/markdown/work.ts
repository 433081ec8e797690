/** Work of a line, of a line that may make a heading, and of a container that a line begins or continues. */
const [ofLine, ofUnderline, ofMarker, ofOpen] = [1, 6, 3, 0.25];
/** Work of a character that Markdown may read as a mark, and of any other sign. */
const [ofMark, ofSign, ofCharacter] = [1.25, 0.25, 0.01];

/** Marks, and beginnings of plain links. */
const marks = /[*_`~[\]<&\\|=@]|www\.|https?:/gi;
const signs = /[^\p{L}\p{N}\s.,*_`~[\]<&\\|=@]/gu;
/** The marks of quotes and list items at the beginning of a line, with the space around them. */
const markers = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))+/;
const marker = /[>+*.)-]/g;
const underline = /^[ \t>]*(?:=+|-+)[ \t]*$/;
/** The beginning of a block that ends the paragraph above it. Deeper lines may continue that. */
const block = /^ {0,3}(?:[-+*] +\S|#{1,6} )/;
const bracketsAndWords = /[[\]`\\<]|[\p{L}\p{N}]+/gu;
/** Signs behind which a closing bracket may be part of code, of an address or of itself. */
const hiding = new Set(["`", "\\", "<"]);
/** Work of a pair of words behind a bracket in the same paragraph. */
const ofPair = 0.0018;

/**
 * Returns the estimated work of parsing a text as Markdown, in units of about one short line. It
 * reads the text once. Parsers take more than linear time for nested quotes and lists above many
 * lines, and for many marks.
 */
export function markdownWork(text: string): number {
  let work = text.length * ofCharacter;
  let open = 0;
  let isAfterBlank = true;
  const paragraph = new BracketWords();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const begin = markers.exec(line)?.[0] ?? "";
    const opened = count(begin, marker);
    const isBlank = line.trim() === "";
    if (!isBlank) {
      const kept = Math.min(open, Math.ceil(columns(line) / 2)) + opened;
      // A line without marks continues the paragraph of any container above it.
      const isLazy = !isAfterBlank && (opened === 0 || /\d/.test(begin) || begin === line);
      open = isLazy ? Math.max(open, kept) : kept;
    }
    isAfterBlank = isBlank;
    work += ofLine + ofOpen * open + ofMarker * opened;
    work += ofMark * count(line, marks) + ofSign * count(line, signs);
    if (underline.test(line)) work += ofUnderline;
    work += ofPair * paragraph.pairsOf(line, isBlank);
  }
  return work;
}

/**
 * The words behind open brackets of a paragraph. At each of them, a parser looks back for an open
 * bracket over all words since, because a plain link within a link is text.
 */
class BracketWords {
  #open = 0;
  #words = 0;
  #mayHide = false;

  /** Returns the number of pairs with a word of the next line. */
  pairsOf(line: string, isBlank: boolean): number {
    if (isBlank || block.test(line)) [this.#open, this.#words, this.#mayHide] = [0, 0, false];
    let pairs = 0;
    for (const [part] of line.matchAll(bracketsAndWords)) {
      if (part === "[") this.#open += 1;
      else if (part === "]") this.#close();
      else if (hiding.has(part)) this.#mayHide = true;
      else if (this.#open > 0) {
        pairs += 2 * this.#words + 1;
        this.#words += 1;
      }
    }
    return pairs;
  }

  #close(): void {
    if (this.#mayHide || this.#open === 0) return;
    this.#open -= 1;
    if (this.#open === 0) this.#words = 0;
  }
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Columns of the space in the beginning of a line, between marks of containers too. */
function columns(line: string): number {
  let sum = 0;
  for (const sign of line) {
    if (sign === "\t") sum += 4;
    else if (sign === " ") sum += 1;
    else if (!beginning.has(sign)) break;
  }
  return sum;
}

const beginning = new Set(">+*-.)0123456789");
