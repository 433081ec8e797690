/**
 * A text that people wrote, fit to stand among other words: what is written from right to left in it, or turns the
 * direction (UAX 9), ends with it. A text without any of that stays as it is.
 *
 * @example notify({ title: `${isolated(name)} acknowledged` })
 */
export function bidiIsolate(text: string): string {
  // An isolate that is closed without having been opened would end the one around it.
  return rightToLeft.test(text) ? `\u2068${text.replace(isolateMarks, "")}\u2069` : text;
}

/** Hebrew, Arabic and their neighbours, the scripts from right to left beyond them, and the marks of direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const isolateMarks = /[\u2066-\u2069]/g;
