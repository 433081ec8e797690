import fc from "fast-check";
import { expect, test } from "vitest";
import { fromMarkdown } from "@/lib/http/status-pages/html/markdown";
import { markdownWork } from "@/lib/schema/markdown/work";
import { usualMarkdown } from "@/tests/usual-markdown";

const parts = [
  ...["\n", "\n\n", "-\n", "=\n", "---\n", "```\n", "[a]: b\n", "|-|-|\n", "a|a\n", "    ", "\t"],
  ...["- ", "> ", "1. ", "2) ", "# ", "a", "word ", "[x] ", "[a](b)", "http://a.b", "a@b.c", "<a "],
  ...[
    "*",
    "_",
    "**",
    "`",
    "``",
    "~~",
    "[",
    "]",
    "](",
    ")",
    "<",
    "<!--",
    "&amp;",
    "&",
    "\\",
    "!",
    "|",
    " ",
  ],
];
const piece = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 3 });
const shape = fc.record({
  begin: piece.map((words) => words.join("")),
  end: piece.map((words) => words.join("")),
  share: fc.constantFrom(0.05, 0.5, 0.95),
  isMixed: fc.boolean(),
});

interface Shape {
  readonly begin: string;
  readonly end: string;
  readonly share: number;
  readonly isMixed: boolean;
}

/** The longest text of a shape that is parsed. */
function longestParsed({ begin, end, share, isMixed }: Shape): string {
  const textOf = (length: number) => {
    const times = (text: string, part: number) =>
      text.repeat(Math.ceil((length * part) / text.length));
    return (
      isMixed ? times(begin + end, 1) : `${times(begin, share)}a\n${times(end, 1 - share)}`
    ).slice(0, 10_000);
  };
  for (let length = 10_000; ; length = Math.floor(length * 0.8)) {
    const text = textOf(length);
    if (markdownWork(text) <= 2_000 || length < 10) return text;
  }
}

test("no text that is parsed takes many times as long as a usual one", () => {
  const timeOf = (text: string) => {
    const { user, system } = process.cpuUsage();
    fromMarkdown(text);
    const after = process.cpuUsage();
    return after.user - user + after.system - system;
  };
  const shortest = (text: string, tries: number) =>
    Math.min(...Array.from({ length: tries }, () => timeOf(text)));
  shortest(usualMarkdown, 5);
  fc.assert(
    fc.property(shape, (one) => {
      const text = longestParsed(one);
      // A busy machine delays single runs, so a long one is compared again, beside a usual text.
      const isShort = () => timeOf(text) < mostTimes * shortest(usualMarkdown, 3);
      expect(isShort() || isShort() || isShort() || isShort()).toBe(true);
    }),
    { numRuns: 60, examples: [[manyWords]] },
  );
}, 600_000);

/** Brackets that nothing closes, and many words behind them. */
const manyWords: Shape = { begin: "[|", end: "a# ", share: 0.05, isMixed: false };
/** Texts without the limit take hundreds of times as long. */
const mostTimes = 12;
