import { sql } from "kysely";
import type { Scalar, SortKey } from "@/lib/schema/filter";
import type { Dialect, Sql } from "@/lib/store/port/engine";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import { columnOf, type Param, type Values } from "./parameterized-filter";
import { parameterizeJoin, type RelationJoin, relatedValue } from "./related-value";

/** An order key with its column. */
export interface OrderKey {
  readonly column: StoredColumn;
  readonly direction: "asc" | "desc";
  /** Set for a column of a related record. */
  readonly via?: RelationJoin;
}

/**
 * Returns the complete order: as requested or newest first, with `_id` as the last key in the
 * direction of the key before.
 */
export function orderOf(
  values: Values,
  table: Table,
  sort: readonly SortKey[] | undefined,
  tables: ReadonlyMap<string, Table>,
): OrderKey[] {
  const asked = sort && sort.length > 0 ? sort : newestFirst(table);
  const keys = asked.map(({ column, direction, related }): OrderKey => {
    const own = columnOf(table, column);
    if (!related) return { column: own, direction };
    const via = parameterizeJoin(values, table, own, related, tables);
    return { column: columnOf(via.target, related.column), direction, via };
  });
  if (asked.some(({ column }) => column === "_id")) return keys;
  const direction = keys[keys.length - 1]?.direction ?? "desc";
  return [...keys, { column: columnOf(table, "_id"), direction }];
}

function newestFirst(table: Table): SortKey[] {
  const { timeField } = table.resource;
  return table.byName.has(timeField) ? [{ column: timeField, direction: "desc" }] : [];
}

/** Returns the value of a position in the form in which it is sorted. */
export function comparableValue({ codec }: StoredColumn, value: Scalar): Scalar {
  return codec.foldsCase && typeof value === "string" ? value.toLowerCase() : value;
}

function comparableOf({ column, via }: OrderKey, alias: string): Sql {
  const { codec, name, folded } = column;
  const compared = codec.foldsCase ? (folded ?? name) : name;
  return via ? relatedValue(via, compared, alias) : sql.ref(`${alias}.${compared}`);
}

function mayBeNull({ column, via }: OrderKey): boolean {
  return via !== undefined || !column.notNull;
}

/** Returns true when an index has this order: by time and id in the same direction. */
export function isOrderOfTime(table: Table, order: readonly OrderKey[]): boolean {
  const [time, id] = order;
  return (
    order.length === 2 &&
    time?.via === undefined &&
    time?.column.name === table.resource.timeField &&
    id?.column.name === "_id" &&
    time.direction === id.direction
  );
}

/** Returns the ORDER BY of an order; `wrap` may hide the columns from the planner. */
export function orderBy(
  order: readonly OrderKey[],
  alias: string,
  dialect: Dialect,
  wrap: (column: Sql) => Sql,
): Sql {
  const keys = order.map((key) =>
    dialect.orderKey(wrap(comparableOf(key, alias)), key.direction, mayBeNull(key)),
  );
  return sql`order by ${sql.join(keys)}`;
}

/**
 * Returns the condition that a record comes after a position, whose values are in `params`
 * (undefined for null) in the order's columns. If no column is nullable and all directions are
 * equal, one row comparison suffices, and it can use an index.
 */
export function comesAfter(
  order: readonly OrderKey[],
  params: readonly (Param | undefined)[],
  alias: string,
): Sql {
  const [first] = order;
  const keys = order.map((key, place) => ({
    column: comparableOf(key, alias),
    direction: key.direction,
    slot: params[place],
  }));
  const sameWay = order.every(({ direction }) => direction === first?.direction);
  if (sameWay && !order.some(mayBeNull)) {
    const columns = sql.join(keys.map(({ column }) => column));
    const values = sql.join(keys.map(({ slot: param }) => param));
    return sql`(${columns}) ${first?.direction === "asc" ? sql`>` : sql`<`} (${values})`;
  }
  const ways = keys.map(
    (key, place) =>
      sql`(${sql.join([...keys.slice(0, place).map(isSame), isBeyond(key)], sql` and `)})`,
  );
  return sql`(${sql.join(ways, sql` or `)})`;
}

/**
 * Returns the condition that a record is before or at a position; the columns are never null and
 * have the same direction.
 */
export function comesUpTo(
  order: readonly OrderKey[],
  params: readonly Param[],
  alias: string,
): Sql {
  const columns = sql.join(order.map((key) => comparableOf(key, alias)));
  return sql`(${columns}) ${order[0]?.direction === "asc" ? sql`<=` : sql`>=`} (${sql.join(params)})`;
}

interface Key {
  readonly column: Sql;
  readonly direction: "asc" | "desc";
  readonly slot: Param | undefined;
}

function isSame({ column, slot: param }: Key): Sql {
  return param === undefined ? sql`${column} is null` : sql`${column} = ${param}`;
}

function isBeyond({ column, direction, slot: param }: Key): Sql {
  if (direction === "asc") {
    return param === undefined ? sql`${column} is not null` : sql`${column} > ${param}`;
  }
  return param === undefined ? sql`false` : sql`(${column} < ${param} or ${column} is null)`;
}
