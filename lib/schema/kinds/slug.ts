import { checkText, shortLength } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { matchText } from "@/lib/schema/values/match";
import { words } from "@/lib/schema/values/operators";

/** A name for addresses. */
export const slug: Kind = {
  type: "Slug",
  check: (z, field) => checkText(z, shortLength, field),
  match: matchText,
  operators: words,
  isSortable: true,
  codec: { type: "text", isUnique: true },
  component: {
    name: "Slug",
    beside: {
      description: "A name for addresses: lower case with hyphens, unique in the deployment.",
    },
  },
  condition: { name: "TextCondition", value: { type: "string" } },
  example: () => "example",
  isText: true,
  foundAs: "slug",
  width: 168,
  isVerbose: true,
  editedIn: "cell",
  formValue: "text",
  change: "values",
  bulkRank: 8,
};
