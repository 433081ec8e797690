import type { FieldKind } from "@/lib/schema/field";
import { listKinds } from "@/lib/schema/kinds/operators";
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
    ({ name, field }) => name !== label?.name && !listKinds.has(field.kind),
  );
  const first = others.slice(0, maxColumns);
  const time = others.find(({ field }) => times.has(field.kind));
  return time && !first.includes(time) ? [...first, time] : first;
}

const maxColumns = 4;
const times: ReadonlySet<FieldKind> = new Set(["date"]);
