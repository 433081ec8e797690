import { kindOf } from "@/lib/schema/kinds/index";
import type { Column } from "@/lib/schema/shape";

/**
 * Returns the columns of a card under its name: the first columns of the list, and a time if none
 * of these is one. Leaves out lists of many values.
 */
export function cardColumns(
  columns: readonly Column[],
  label: Column | undefined,
): readonly Column[] {
  const others = columns.filter(
    ({ name, field }) => name !== label?.name && kindOf(field).codec.list !== "linked",
  );
  const first = others.slice(0, maxColumns);
  const time = others.find(({ field }) => kindOf(field).isDate);
  return time && !first.includes(time) ? [...first, time] : first;
}

const maxColumns = 4;
