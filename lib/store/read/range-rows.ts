import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import type {
  RangeCount,
  RangeCountRequest,
  RangePlace,
  RangePortion,
  RangeRequest,
} from "@/lib/store/port/range";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind, type Statements } from "@/lib/store/statement/statements";
import { isDeletedWithProject, isNotDeleted } from "@/lib/store/system-tables/deleted-projects";
import { decoderOf } from "./decode";

/**
 * Returns the next records of a project in a range of a date, in the order of the index by project,
 * date and id. It reads as many records as it returns, so it needs no slices.
 */
export async function rangeRows(
  { connection, statements }: ReadContext,
  table: Table,
  { columns, limit, ...portion }: RangeRequest,
): Promise<Row[]> {
  const values = statements.values();
  const { key, condition, order } = rangeOf(statements, table, portion, values);
  const statement = statements.prepare(`range ${key} ${columns.join()} ${limit}`, () => {
    const shown = sql.join(columns.map((name) => sql.ref(name)));
    return sql`select ${shown} from ${sql.table(table.name)} where ${condition} order by ${order} limit ${sql.lit(limit)}`;
  });
  const rows = await connection.rows(statement.sql, bind(statement, values), true);
  return rows.map(decoderOf(statements, table, columns));
}

/**
 * Returns the number of records with some values among the next records of a range. They are read in
 * the order of the range: another index may hold more of them than the range has.
 */
export async function countRange(
  context: ReadContext,
  table: Table,
  { ids, empty, limit, ...portion }: RangeCountRequest,
): Promise<RangeCount> {
  const { connection, statements } = context;
  const next = await endOfPortion(context, table, portion, limit);
  const values = statements.values();
  const { key, condition, order } = rangeOf(statements, table, portion, values);
  const names = Object.keys(ids);
  const equal = names.map((name) => [name, values.add(ids[name] ?? "")] as const);
  const statement = statements.prepare(
    `range count ${key} ${names.join()} ${empty.join()} ${limit}`,
    () => {
      const shown = sql.join([...names, ...empty].map((name) => sql.ref(name)));
      const wanted = [
        ...equal.map(([name, id]) => sql`${sql.ref(name)} = ${id}`),
        ...empty.map((name) => sql`${sql.ref(name)} is null`),
      ];
      const read = sql`select ${shown} from ${sql.table(table.name)} where ${condition} order by ${order} limit ${sql.lit(limit)}`;
      return sql`select count(*) from (${read}) as p where ${sql.join(wanted, sql` and `)}`;
    },
  );
  const [[count] = []] = await connection.rows(statement.sql, bind(statement, values), true);
  return { count: Number(count), next };
}

/** Returns the place of the last record of a portion; undefined if the range ends before it. */
async function endOfPortion(
  { connection, statements }: ReadContext,
  table: Table,
  portion: Omit<RangePortion, "limit">,
  limit: number,
): Promise<RangePlace | undefined> {
  const values = statements.values();
  const { key, condition, order } = rangeOf(statements, table, portion, values);
  const statement = statements.prepare(
    `range end ${key} ${limit}`,
    () =>
      sql`select ${order} from ${sql.table(table.name)} where ${condition} order by ${order} limit 1 offset ${sql.lit(limit - 1)}`,
  );
  const [end] = await connection.rows(statement.sql, bind(statement, values), true);
  return end && { date: String(end[0]), afterId: String(end[1]) };
}

/** Returns the condition of a range, its order, and the key of both among statements. */
function rangeOf(
  statements: Statements,
  table: Table,
  { projectId, column, from, until }: Omit<RangePortion, "limit">,
  values: ReturnType<Statements["values"]>,
) {
  const [project, end] = [values.add(projectId), values.add(until)];
  const [date, id] = [values.add(from.date), values.add(from.afterId)];
  const hides = statements.hidesDeleted && isDeletedWithProject(table);
  const order = sql.join([sql.ref(column), sql.ref("_id")]);
  const isShown = hides ? sql` and ${isNotDeleted(sql.ref("projectId"))}` : sql``;
  return {
    key: `${table.name} ${column} ${hides}`,
    condition: sql`"projectId" = ${project} and (${order}) > (${date}, ${id}) and ${sql.ref(column)} < ${end}${isShown}`,
    order,
  };
}
