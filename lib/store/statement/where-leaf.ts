import { sql } from "kysely";
import type { Dialect, Sql } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import type { Leaf, LeafOp } from "./filter-template";
import type { Param } from "./parameterized-filter";
import { isAnyOf } from "./project-scope";

/** The table and alias that conditions refer to. */
export interface Subject {
  readonly table: Table;
  readonly alias: string;
  readonly tables: ReadonlyMap<string, Table>;
  readonly spelling: Dialect;
  /** Number of relations that the filter has followed; makes aliases differ. */
  readonly depth: number;
  /** Hides the columns of comparisons from the planner. */
  readonly wrap?: ((column: Sql) => Sql) | undefined;
}

/** Returns the SQL of a condition on one column. */
export function leaf(parameterized: Leaf, subject: Subject): Sql {
  const { column } = parameterized;
  const { wrap = (unchanged) => unchanged } = subject;
  const name = column.codec.foldsCase ? (column.folded ?? column.name) : column.name;
  const place: Place = {
    ...subject,
    column: sql.ref(`${subject.alias}.${column.name}`),
    comparable: wrap(sql.ref(`${subject.alias}.${name}`)),
    id: sql.ref(`${subject.alias}._id`),
    template: parameterized,
  };
  const test = leaves[parameterized.op](place, parameterized.params);
  return parameterized.orNull ? sql`(${test} or ${place.column} is null)` : test;
}

interface Place extends Subject {
  readonly template: Leaf;
  readonly column: Sql;
  /** The column, or its lower-cased copy when equality ignores case. */
  readonly comparable: Sql;
  readonly id: Sql;
}

type Test = (place: Place, params: readonly Param[]) => Sql;

const comparing =
  (operator: string): Test =>
  ({ comparable }, params) =>
    sql`${comparable} ${sql.raw(operator)} ${params[0]}`;

const leaves: Readonly<Record<LeafOp, Test>> = {
  eq: equal,
  ne: comparing("<>"),
  gt: comparing(">"),
  gte: comparing(">="),
  lt: comparing("<"),
  lte: comparing("<="),
  in: ({ comparable }, params) => isAnyOf(params)(comparable),
  notIn: ({ column, comparable }, params) =>
    params.length === 0
      ? sql`${column} is not null`
      : sql`${comparable} not in (${sql.join(params)})`,
  between: ({ comparable }, [from, to]) =>
    sql`(${comparable} >= ${from} and ${comparable} <= ${to})`,
  contains: text("contains"),
  notContains: (place, params) => sql`not ${text("contains")(place, params)}`,
  startsWith: text("startsWith"),
  endsWith: text("endsWith"),
  isNull: ({ column }) => sql`${column} is null`,
  notNull: ({ column }) => sql`${column} is not null`,
  isEmpty: ({ column }) => sql`(${column} is null or ${column} = '[]')`,
  notEmpty: ({ column }) => sql`(${column} is not null and ${column} <> '[]')`,
  hasAny: (place, params) => (params.length === 0 ? sql`false` : hasAny(place, params)),
  hasNone: (place, params) =>
    params.length === 0
      ? sql`${place.column} is not null`
      : sql`(${place.column} is not null and not ${hasAny(place, params)})`,
  hasAll: (place, params) => hasAll(place, params.slice(0, -1), params.slice(-1)),
};

function text(test: "contains" | "startsWith" | "endsWith"): Test {
  return ({ column, id, spelling: dialect, table, template: parameterized }, [part]) => {
    const name = `${table.name}.${parameterized.column.name}`;
    return dialect[test](column, sql`${part}`, { id, column: name });
  };
}

/** The index of a unique set holds the lower-cased text and finds the few candidates. */
function equal(
  { comparable, alias, template: parameterized }: Place,
  [value, lower]: readonly Param[],
): Sql {
  const { folded } = parameterized.column;
  if (lower === undefined || folded === undefined) return sql`${comparable} = ${value}`;
  return sql`(${sql.ref(`${alias}.${folded}`)} = ${lower} and ${comparable} = ${value})`;
}

function hasAny(
  { template: parameterized, column, id, spelling: dialect }: Place,
  params: readonly Param[],
): Sql {
  const { link } = parameterized.column;
  const wanted = sql`in (${sql.join(params)})`;
  if (link === undefined) {
    return sql`exists (select 1 from (${dialect.elements(column)}) as e where e.value ${wanted})`;
  }
  return sql`exists (select 1 from ${sql.table(link)} where "ownerId" = ${id} and "targetId" ${wanted})`;
}

/** The last parameter is the number of distinct values. */
function hasAll(place: Place, params: readonly Param[], [distinct]: readonly Param[]): Sql {
  const { template: parameterized, column, id, spelling: dialect } = place;
  if (params.length === 0) return sql`${column} is not null`;
  const { link } = parameterized.column;
  const wanted = sql`in (${sql.join(params)})`;
  const found =
    link === undefined
      ? sql`select count(distinct e.value) from (${dialect.elements(column)}) as e where e.value ${wanted}`
      : sql`select count(*) from ${sql.table(link)} where "ownerId" = ${id} and "targetId" ${wanted}`;
  return sql`(${hasAny(place, params.slice(0, 1))} and (${found}) = ${distinct})`;
}
