import type { Column } from "@/lib/schema/shape";
import { fieldTitle } from "@/lib/schema/title";

/** Returns the display name of a field. */
export function titleOf(column: Column): string {
  return fieldTitle(column);
}
