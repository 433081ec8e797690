import { checkText, longLength } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { textValues } from "@/lib/schema/values/text-values";

/** Text with the markup of Markdown. */
export const markdown: Kind = {
  type: "Markdown",
  check: (z, field) => checkText(z, longLength, field),
  ...textValues,
  codec: { type: "text", isBulky: true },
  component: {
    name: "Markdown",
    beside: {
      description:
        "Text of at most 1,000,000 characters (Unicode code points). It is read as Markdown.",
    },
  },
  example: () => "An example with **emphasis**.",
  isText: true,
  isMarkdown: true,
  width: 260,
  isWide: true,
  isVerbose: true,
  isSlowToType: true,
  editedIn: "page",
  change: "words",
  bulkRank: 7,
};
