import { sql } from "kysely";
import type { Position } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";
import type { Access } from "./access";
import { pathsOf } from "./count-cache";
import { countByTally } from "./counts";
import { decoderOf, nameOfColumns } from "./decode";
import type { Sql } from "./engine";
import {
  comesAfter,
  comparableValue,
  isOrderOfTime,
  type OrderKey,
  orderBy,
  orderOf,
} from "./order";
import { fill, type Plans } from "./plans";
import {
  conditionsOf,
  rareList,
  searchFor,
  takeWhere,
  type Where,
  whereAll,
  wrapperOf,
} from "./search";
import type { Find } from "./store";
import type { Table } from "./table";
import { columnOf, type Slot, type Values } from "./template";

/** The records that meet `ask`, in order. */
export async function find(access: Access, table: Table, ask: Find): Promise<Row[]> {
  const { connection, plans } = access;
  const search = await searchFor(access, table, ask);
  if (search.projects.length === 0) return [];
  const values = plans.values();
  const columns = ask.columns ?? table.visible;
  const page = takePage(values, table, ask);
  const where = takeWhere(values, search, await rareList(access, search));
  const timed = !(where.isLookUp || (where.isIndexed && page.limit && page.isInTime));
  const key = `find ${where.key}|${page.key}|${timed}|${nameOfColumns(columns)}`;
  const plan = plans.plan(key, () => selection(plans, columns, where, page, timed));
  const rows = await connection.rows(plan.sql, fill(plan, values), timed);
  const decode = decoderOf(plans, table, columns);
  return rows.map(decode);
}

/** How many records meet `ask`. */
export async function count(
  access: Access,
  table: Table,
  ask: Pick<Find, "projects" | "filter">,
): Promise<number> {
  const { connection, plans, counts } = access;
  const search = await searchFor(access, table, ask);
  const { tally, projects } = search;
  if (projects.length === 0) return 0;
  if (tally) return await countByTally(access, table, tally, projects);
  const values = plans.values();
  const where = takeWhere(values, search, await rareList(access, search));
  const plan = plans.plan(`count ${where.key}`, () => {
    const conditions = [plans.spelling.inTime, ...conditionsOf(plans, where)];
    return sql`select count(*) from ${sql.table(table.name)} as t ${whereAll(conditions)}`;
  });
  const parameters = fill(plan, values);
  const walk = async () => Number((await connection.rows(plan.sql, parameters, true))[0]?.[0]);
  if (counts === undefined) return await walk();
  const key = `${where.key} ${JSON.stringify(parameters)}`;
  return await counts.count(key, pathsOf(search, plans.tables), walk);
}

/** Order and extent of a page with its values taken out. */
interface Page {
  readonly order: readonly OrderKey[];
  readonly isInTime: boolean;
  readonly after: readonly (Slot | undefined)[] | undefined;
  /** A literal: where it is a parameter, SQLite plans the whole statement anew each time it is bound. */
  readonly limit: Sql | undefined;
  readonly skip: Slot | undefined;
  readonly key: string;
}

function takePage(values: Values, table: Table, ask: Find): Page {
  const order = orderOf(table, ask.sort);
  const after = ask.after && takePosition(values, order, ask.after);
  const limit = ask.limit === undefined ? undefined : sql.lit(ask.limit);
  const skip = ask.after || !ask.skip ? undefined : values.take(ask.skip);
  const nulls = after ? after.map((slot) => (slot ? "v" : "n")).join("") : "";
  const keys = order.map(({ column, direction }) => `${column.name} ${direction}`).join();
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

function selection(
  plans: Plans,
  columns: readonly string[],
  where: Where,
  { order, after, limit, skip }: Page,
  timed: boolean,
): Sql {
  const { table } = where;
  const selected = columns.map((name) => sql.ref(`t.${columnOf(table, name).name}`));
  const conditions = [
    ...(timed ? [plans.spelling.inTime] : []),
    ...conditionsOf(plans, where),
    ...(after ? [comesAfter(order, after, "t")] : []),
  ];
  const extent = plans.spelling.page(limit, skip && sql`${skip}`);
  return sql`select ${sql.join(selected)} from ${sql.table(table.name)} as t ${whereAll(conditions)} ${orderBy(order, "t", plans.spelling, wrapperOf(plans, where))} ${extent}`;
}
