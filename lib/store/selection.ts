import { sql } from "kysely";
import type { Position } from "@/lib/schema/filter";
import type { Sql } from "./engine";
import {
  comesAfter,
  comparableValue,
  isOrderOfTime,
  type OrderKey,
  orderBy,
  orderOf,
} from "./order";
import type { Plans } from "./plans";
import { relatedValue } from "./related-value";
import { conditionsOf, type Where, whereAll, wrapperOf } from "./search";
import { selectedColumns, type Wanted } from "./short-row";
import type { Find } from "./store";
import type { Table } from "./table";
import type { Slot, Values } from "./template";

/** Order and extent of a page with its values taken out. */
export interface Page {
  readonly order: readonly OrderKey[];
  readonly isInTime: boolean;
  readonly after: readonly (Slot | undefined)[] | undefined;
  /** A literal: where it is a parameter, SQLite plans the whole statement anew each time it is bound. */
  readonly limit: Sql | undefined;
  readonly skip: Slot | undefined;
  readonly key: string;
}

/** Takes the values of a page. */
export function takePage(values: Values, table: Table, ask: Find, { tables }: Plans): Page {
  const order = orderOf(values, table, ask.sort, tables);
  const after = ask.after && takePosition(values, order, ask.after);
  const limit = ask.limit === undefined ? undefined : sql.lit(ask.limit);
  const skip = ask.after || !ask.skip ? undefined : values.take(ask.skip);
  const nulls = after ? after.map((slot) => (slot ? "v" : "n")).join("") : "";
  const keys = order
    .map(({ column, direction, via }) => `${via?.key ?? ""}${column.name} ${direction}`)
    .join();
  const key = `${keys} ${nulls} ${ask.limit ?? ""} ${skip ? "skip" : ""}`;
  return { order, isInTime: isOrderOfTime(table, order), after, limit, skip, key };
}

function takePosition(
  values: Values,
  order: readonly OrderKey[],
  { values: last, id }: Position,
): (Slot | undefined)[] {
  return order.map(({ column }, place) => {
    const value = place < last.length ? (last[place] ?? null) : id;
    return value === null
      ? undefined
      : values.take(values.encode(column, comparableValue(column, value)));
  });
}

/** The statement of a page, with more conditions than those of the search. */
export function selection(
  plans: Plans,
  wanted: Wanted,
  where: Where,
  { order, after, limit, skip }: Page,
  timed: boolean,
  more: readonly Sql[] = [],
): Sql {
  const { table } = where;
  const selected = selectedColumns(plans.spelling, table, wanted, (name) => relatedIn(order, name));
  const conditions = [
    ...(timed ? [inTimeFor(plans, wanted)] : []),
    ...more,
    ...conditionsOf(plans, where),
    ...(after ? [comesAfter(order, after, "t")] : []),
  ];
  const extent = plans.spelling.page(limit, skip && sql`${skip}`);
  return sql`select ${sql.join(selected)} from ${sql.table(table.name)} as t ${whereAll(conditions)} ${orderBy(order, "t", plans.spelling, wrapperOf(plans, where))} ${extent}`;
}

/** A row that is read without its long values may still have them before the columns that are wanted. */
function inTimeFor({ spelling }: Plans, { mostBytes }: Wanted): Sql {
  return mostBytes === undefined ? spelling.inTime : spelling.inTimeEachRow;
}

/** The value of a key of the order by its name, if it is one of the record referred to. */
function relatedIn(order: readonly OrderKey[], name: string): Sql | undefined {
  for (const { column, via } of order) {
    if (via && name === `${via.relation.name}.${column.name}`) {
      return relatedValue(via, column.name, "t");
    }
  }
  return undefined;
}

/** The statement of a count, with more conditions than those of the search. */
export function counting(plans: Plans, where: Where, more: readonly Sql[]): Sql {
  const conditions = [plans.spelling.inTime, ...more, ...conditionsOf(plans, where)];
  return sql`select count(*) from ${sql.table(where.table.name)} as t ${whereAll(conditions)}`;
}

/** The number that a count answers. */
export function numberIn(rows: readonly unknown[][]): number {
  return Number(rows[0]?.[0]);
}
