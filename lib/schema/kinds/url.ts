import { checkText, mediumLength } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { textValues } from "@/lib/schema/values/text-values";

/** The address of a web page. */
export const url: Kind = {
  type: "URL",
  check: (z, field) =>
    checkText(z, mediumLength, field).refine(
      (text) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text),
      "must be a web address that begins with http:// or https://",
    ),
  ...textValues,
  codec: { type: "text" },
  component: {
    name: "Url",
    beside: {
      pattern: "^[Hh][Tt][Tt][Pp][Ss]?://\\S+$",
      examples: ["https://example.com/path"],
    },
  },
  example: () => "https://example.com",
  isText: true,
  typedAs: "URL",
  width: 240,
  editedIn: "cell",
  change: "values",
  bulkRank: 6,
};
