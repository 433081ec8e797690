import type { Field } from "@/lib/schema/field";
import { kindOf, kinds } from "@/lib/schema/kinds/index";

/** Returns the initial width of a column in pixels. */
export function defaultWidth(field: Field): number {
  const { edge, words, within } = field;
  if (edge) return intervalWidths[edge];
  if (words) return wordWidth;
  return within === undefined ? kindOf(field).width : kinds.text.width;
}

/** The end of an interval also shows its duration. */
const intervalWidths = { start: 156, end: 216 } as const;
const wordWidth = 104;
