import { checkText, mediumLength } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { matchText } from "@/lib/schema/values/match";
import { words } from "@/lib/schema/values/operators";

/** The address of a web page. */
export const url: Kind = {
  type: "URL",
  check: (z, field) =>
    checkText(z, mediumLength, field).refine(
      (text) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text),
      "must be a web address that begins with http:// or https://",
    ),
  match: matchText,
  operators: words,
  isSortable: true,
  codec: { type: "text" },
  component: {
    name: "Url",
    beside: {
      pattern: "^[Hh][Tt][Tt][Pp][Ss]?://\\S+$",
      examples: ["https://example.com/path"],
    },
  },
  condition: { name: "TextCondition", value: { type: "string" } },
  example: () => "https://example.com",
  isText: true,
  width: 240,
  editedIn: "cell",
  formValue: "text",
  change: "values",
  bulkRank: 6,
};
