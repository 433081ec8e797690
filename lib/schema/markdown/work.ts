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

/**
 * Returns the estimated work of parsing a text as Markdown, in units of about one short line. It
 * reads the text once. Parsers take more than linear time for nested quotes and lists above many
 * lines, and for many marks.
 */
export function markdownWork(text: string): number {
  let work = text.length * ofCharacter;
  let open = 0;
  let isAfterBlank = true;
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
  }
  return work;
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
