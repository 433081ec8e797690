import type { Kind } from "./kind";
import { matchText } from "./match";
import { words } from "./operators";

/** How texts of any kind are compared, sorted and edited. */
export const textValues: Pick<
  Kind,
  "match" | "operators" | "isSortable" | "condition" | "formValue"
> = {
  match: matchText,
  operators: words,
  isSortable: true,
  condition: { name: "TextCondition", value: { type: "string" } },
  formValue: "text",
};
