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
import { whereAll } from "@/lib/store/statement/where";
import { conditionsOf, orderWrapperOf, type Where } from "./plan/query-plan";
import { selectedColumns, type WantedColumns } from "./shortened-row";

/** Parameterized order and extent of a page. */
export interface Page {
  readonly order: readonly OrderKey[];
  readonly isInTime: boolean;
  readonly after: readonly (Param | undefined)[] | undefined;
  /** A literal: with a parameter, SQLite would plan the statement anew for each binding. */
  readonly limit: Sql | undefined;
  readonly skip: Param | undefined;
  readonly key: string;
}

/** Parameterizes a page. */
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

/** Returns the statement of a page, with additional conditions. */
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
  return sql`select ${sql.join(selected)} from ${sql.table(table.name)} as t ${whereAll(conditions)} ${orderBy(order, "t", statements.dialect, orderWrapperOf(statements, where))} ${extent}`;
}

/** A row read without its long values may still store them before the wanted columns. */
function inTimeFor({ dialect }: Statements, { mostBytes, json }: WantedColumns): Sql {
  return mostBytes === undefined && !json ? dialect.inTime : dialect.inTimeEachRow;
}

/** Returns the value of an order key by its name, if the key belongs to a related record. */
function relatedIn(order: readonly OrderKey[], name: string): Sql | undefined {
  for (const { column, via } of order) {
    if (via && name === `${via.relation.name}.${column.name}`) {
      return relatedValue(via, column.name, "t");
    }
  }
  return undefined;
}

/** Returns the statement of a count, with additional conditions. */
export function counting(statements: Statements, where: Where, more: readonly Sql[]): Sql {
  const conditions = [statements.dialect.inTime, ...more, ...conditionsOf(statements, where)];
  return sql`select count(*) from ${sql.table(where.table.name)} as t ${whereAll(conditions)}`;
}

/** Returns the number from the result of a count. */
export function numberIn(rows: readonly unknown[][]): number {
  return Number(rows[0]?.[0]);
}
