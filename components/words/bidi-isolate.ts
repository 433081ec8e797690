/**
 * Returns a user's text for use among other words. The effect of right-to-left text and bidi
 * overrides in it (UAX 9) ends with the text. A text without them is returned unchanged.
 *
 * @example notify({ title: `${bidiIsolate(name)} acknowledged` })
 */
export function bidiIsolate(text: string): string {
  // A closing mark without an opening one would end the isolate around it.
  return rightToLeft.test(text) ? `\u2068${text.replace(isolateMarks, "")}\u2069` : text;
}

/**
 * Hebrew, Arabic and neighboring scripts, the further right-to-left scripts, and the bidi controls.
 */
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const isolateMarks = /[\u2066-\u2069]/g;
