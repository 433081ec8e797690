import { type FormValue, toApiValue } from "@/components/fields/form-values";
import { titleOf } from "@/components/words/field-title";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";
import { type BulkAction, setFieldAction } from "./bulk-actions";
import { alreadyHas, hasNone } from "./skip-reasons";

/** How a field of several records is changed. Only lists support adding and removing. */
export type ListChange = "add" | "remove" | "replace";

/** The label of each change, before the title of a field. */
export const changeVerbs: Readonly<Record<ListChange, string>> = {
  add: "Add",
  remove: "Remove",
  replace: "Replace",
};

/**
 * Adds values to the list of each record or removes them. Records whose list would not change are
 * skipped.
 */
export function changeListAction(column: Column, value: FormValue, change: ListChange): BulkAction {
  const wanted = itemsIn(toApiValue(column.field, value));
  if (change === "replace") return setFieldAction(column, value);
  const title = titleOf(column).toLowerCase();
  const after = (record: Row) => changed(itemsIn(record[column.name] ?? null), wanted, change);
  return {
    verb: `${changeVerbs[change]} ${title}`,
    verbBefore: `${changeVerbs[change]} ${title} ${change === "add" ? "to" : "from"}`,
    ...{ done: "changed", writing: "update", column, isUndoable: true },
    dataOf: (record) => ({ [column.name]: after(record) }),
    skipReason: (record) => {
      const isSame = after(record).length === itemsIn(record[column.name] ?? null).length;
      if (!isSame) return undefined;
      return change === "add" ? alreadyHas("all of these") : hasNone;
    },
  };
}

function changed(
  held: readonly JsonValue[],
  wanted: readonly JsonValue[],
  change: "add" | "remove",
): JsonValue[] {
  if (change === "remove") return held.filter((one) => !wanted.includes(one));
  return [...held, ...wanted.filter((one) => !held.includes(one))];
}

function itemsIn(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
