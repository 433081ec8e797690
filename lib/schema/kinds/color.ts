import { mustBe } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { textValues } from "@/lib/schema/values/text-values";

/** A color as `#RRGGBB`. */
export const color: Kind = {
  type: "Color",
  check: (z) =>
    z
      .string(mustBe("a color such as #1f6feb"))
      .regex(/^#[0-9a-f]{6}$/i, "must be a color of the form #RRGGBB, such as #1f6feb"),
  ...textValues,
  codec: { type: "text" },
  component: {
    name: "Color",
    beside: { pattern: "^#[0-9A-Fa-f]{6}$", examples: ["#1f6feb"] },
  },
  example: () => "#1f6feb",
  isColor: true,
  typedAs: "Color",
  width: 112,
  editedIn: "cell",
  change: "values",
  bulkRank: 5,
  headlineRank: 3,
  placeholder: "#1f6feb",
};
