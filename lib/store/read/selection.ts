import { sql } from "kysely";
import type { Position } from "@/lib/schema/filter";
import type { Sql } from "@/lib/store/port/engine";
import type { Find } from "@/lib/store/port/store";
import type { Table } from "@/lib/store/schema/table";
import {
  comesAfter,
  comparableValue,
  isOrderOfTime,
  type OrderKey,
  orderBy,
  orderOf,
} from "@/lib/store/statement/order";
import type { Param, Values } from "@/lib/store/statement/parameterized-filter";
import { relatedValue } from "@/lib/store/statement/related-value";
import type { Statements } from "@/lib/store/statement/statements";
import { conditionsOf, type Where, whereAll, wrapperOf } from "./query-plan";
import { selectedColumns, type WantedColumns } from "./shortened-row";

/** Order and extent of a page with its values taken out. */
export interface Page {
  readonly order: readonly OrderKey[];
  readonly isInTime: boolean;
  readonly after: readonly (Param | undefined)[] | undefined;
  /** A literal: where it is a parameter, SQLite plans the whole statement anew each time it is bound. */
  readonly limit: Sql | undefined;
  readonly skip: Param | undefined;
  readonly key: string;
}

/** Takes the values of a page. */
export function parameterizePage(
  values: Values,
  table: Table,
  ask: Find,
  { tables }: Statements,
): Page {
  const order = orderOf(values, table, ask.sort, tables);
  const after = ask.after && takePosition(values, order, ask.after);
  const limit = ask.limit === undefined ? undefined : sql.lit(ask.limit);
  const skip = ask.after || !ask.skip ? undefined : values.add(ask.skip);
  const nulls = after ? after.map((param) => (param ? "v" : "n")).join("") : "";
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
): (Param | undefined)[] {
  return order.map(({ column }, place) => {
    const value = place < last.length ? (last[place] ?? null) : id;
    return value === null
      ? undefined
      : values.add(values.encode(column, comparableValue(column, value)));
  });
}

/** The statement of a page, with more conditions than those of the search. */
export function selection(
  statements: Statements,
  wanted: WantedColumns,
  where: Where,
  { order, after, limit, skip }: Page,
  timed: boolean,
  more: readonly Sql[] = [],
): Sql {
  const { table } = where;
  const selected = selectedColumns(statements.dialect, table, wanted, (name) =>
    relatedIn(order, name),
  );
  const conditions = [
    ...(timed ? [inTimeFor(statements, wanted)] : []),
    ...more,
    ...conditionsOf(statements, where),
    ...(after ? [comesAfter(order, after, "t")] : []),
  ];
  const extent = statements.dialect.page(limit, skip && sql`${skip}`);
  return sql`select ${sql.join(selected)} from ${sql.table(table.name)} as t ${whereAll(conditions)} ${orderBy(order, "t", statements.dialect, wrapperOf(statements, where))} ${extent}`;
}

/** A row that is read without its long values may still have them before the columns that are wanted. */
function inTimeFor({ dialect }: Statements, { mostBytes }: WantedColumns): Sql {
  return mostBytes === undefined ? dialect.inTime : dialect.inTimeEachRow;
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
export function counting(statements: Statements, where: Where, more: readonly Sql[]): Sql {
  const conditions = [statements.dialect.inTime, ...more, ...conditionsOf(statements, where)];
  return sql`select count(*) from ${sql.table(where.table.name)} as t ${whereAll(conditions)}`;
}

/** The number that a count answers. */
export function numberIn(rows: readonly unknown[][]): number {
  return Number(rows[0]?.[0]);
}
