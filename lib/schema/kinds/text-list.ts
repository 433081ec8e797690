import { checkList, checkText, shortLength } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { matchText } from "@/lib/schema/values/match";
import { list } from "@/lib/schema/values/operators";

/** Several texts of one line. */
export const textList: Kind = {
  type: "Text (list)",
  check: (z, field) => checkList(z, checkText(z, shortLength, field), "an array of texts"),
  match: matchText,
  operators: list,
  isSortable: false,
  codec: { type: "json", list: "inline", isBulky: true },
  component: {
    name: "TextList",
    beside: { items: { $ref: "#/components/schemas/Text" } },
  },
  condition: { name: "TextListCondition", value: { type: "string" } },
  example: () => ["example"],
  hasItems: true,
  width: 208,
  isSlowToType: true,
  editedIn: "page",
  formValue: "list",
  change: "paths",
  bulkRank: 5,
};
