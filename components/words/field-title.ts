import type { Column } from "@/lib/schema/shape";
import { fieldTitle } from "@/lib/schema/title";

/** What people call a field. */
export function titleOf(column: Column): string {
  return fieldTitle(column);
}
