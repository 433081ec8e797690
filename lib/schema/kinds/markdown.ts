import { checkText, longLength } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { matchText } from "@/lib/schema/values/match";
import { words } from "@/lib/schema/values/operators";

/** Text with the markup of Markdown. */
export const markdown: Kind = {
  type: "Markdown",
  check: (z, field) => checkText(z, longLength, field),
  match: matchText,
  operators: words,
  isSortable: true,
  codec: { type: "text", isBulky: true },
  component: {
    name: "Markdown",
    beside: {
      description:
        "Text of at most 1,000,000 characters (Unicode code points). It is read as Markdown.",
    },
  },
  condition: { name: "TextCondition", value: { type: "string" } },
  example: () => "An example with **emphasis**.",
  isText: true,
  isMarkdown: true,
  width: 260,
  isWide: true,
  isVerbose: true,
  isSlowToType: true,
  editedIn: "page",
  formValue: "text",
  change: "words",
  bulkRank: 7,
};
