import { type FormValue, toWire } from "@/components/fields/inputs/form-values";
import { titleOf } from "@/components/fields/title";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";
import { type BulkAction, setting } from "./actions";
import { having, lacking } from "./reasons";

/** How a field of several records is changed: only lists can be added to and taken from. */
export type Change = "add" | "remove" | "replace";

/** What each way is called, before the title of a field. */
export const changeVerbs: Readonly<Record<Change, string>> = {
  add: "Add",
  remove: "Remove",
  replace: "Replace",
};

/** Adds values to the list of each record or takes them out; a record whose list would stay the same is passed over. */
export function changingList(column: Column, value: FormValue, change: Change): BulkAction {
  const wanted = itemsIn(toWire(column.field, value));
  if (change === "replace") return setting(column, value);
  const title = titleOf(column).toLowerCase();
  const after = (record: Row) => changed(itemsIn(record[column.name] ?? null), wanted, change);
  return {
    verb: `${changeVerbs[change]} ${title}`,
    verbBefore: `${changeVerbs[change]} ${title} ${change === "add" ? "to" : "from"}`,
    ...{ done: "changed", writing: "update", column, isUndoable: true },
    dataOf: (record) => ({ [column.name]: after(record) }),
    passesOver: (record) => {
      const isSame = after(record).length === itemsIn(record[column.name] ?? null).length;
      if (!isSame) return undefined;
      return change === "add" ? having("all of these") : lacking;
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
