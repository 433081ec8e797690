import { checkText, longLength, mediumLength, shortLength } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { textValues } from "@/lib/schema/values/text-values";

const common = {
  ...textValues,
  isText: true,
} as const;

/** Text of one line. */
export const text: Kind = {
  ...common,
  type: "Text",
  check: (z, field) => checkText(z, shortLength, field),
  codec: { type: "text" },
  component: { name: "Text", beside: { description: atMost("255") } },
  example: () => "Example",
  isPlainText: true,
  width: 168,
  editedIn: "cell",
  change: "words",
  bulkRank: 6,
  headlineRank: 2,
};

/** Text of a few paragraphs. */
export const longText: Kind = {
  ...common,
  type: "Long Text",
  check: (z, field) => checkText(z, mediumLength, field),
  codec: { type: "text" },
  component: { name: "LongText", beside: { description: atMost("5,000") } },
  example: () => "An example of some length.",
  isPlainText: true,
  width: 280,
  isWide: true,
  isSlowToType: true,
  editedIn: "cell",
  change: "words",
  bulkRank: 7,
};

/** Text of a document's length. */
export const veryLongText: Kind = {
  ...common,
  type: "Very Long Text",
  check: (z, field) => checkText(z, longLength, field),
  codec: { type: "text", isBulky: true },
  component: { name: "VeryLongText", beside: { description: atMost("1,000,000") } },
  example: () => "An example of some length.",
  width: 240,
  isWide: true,
  isVerbose: true,
  isSlowToType: true,
  editedIn: "page",
  change: "words",
  bulkRank: 7,
};

function atMost(count: string): string {
  return `Text of at most ${count} characters (Unicode code points).`;
}
