import { checkText, shortLength } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { textValues } from "@/lib/schema/values/text-values";

/** A name for addresses. */
export const slug: Kind = {
  type: "Slug",
  check: (z, field) => checkText(z, shortLength, field),
  ...textValues,
  codec: { type: "text", isUnique: true },
  component: {
    name: "Slug",
    beside: {
      description: "A name for addresses: lower case with hyphens, unique in the deployment.",
    },
  },
  example: () => "example",
  isText: true,
  foundAs: "slug",
  width: 168,
  isVerbose: true,
  editedIn: "cell",
  change: "values",
  bulkRank: 8,
};
