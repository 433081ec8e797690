import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import type { RangeRequest } from "@/lib/store/port/range";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { isDeletedWithProject, isNotDeleted } from "@/lib/store/system-tables/deleted-projects";
import { decoderOf } from "./decode";

/**
 * Returns the next records of a project in a range of a date, in the order of the index by project,
 * date and id. It reads as many records as it returns, so it needs no slices.
 */
export async function rangeRows(
  { connection, statements }: ReadContext,
  table: Table,
  { projectId, column, from, until, columns, limit }: RangeRequest,
): Promise<Row[]> {
  const values = statements.values();
  const [project, end] = [values.add(projectId), values.add(until)];
  const [date, id] = [values.add(from.date), values.add(from.afterId)];
  const hides = statements.hidesDeleted && isDeletedWithProject(table);
  const statement = statements.prepare(
    `range ${table.name} ${column} ${columns.join()} ${limit} ${hides}`,
    () => {
      const order = sql.join([sql.ref(column), sql.ref("_id")]);
      const isShown = hides ? sql` and ${isNotDeleted(sql.ref("projectId"))}` : sql``;
      const shown = sql.join(columns.map((name) => sql.ref(name)));
      return sql`select ${shown} from ${sql.table(table.name)} where "projectId" = ${project} and (${order}) > (${date}, ${id}) and ${sql.ref(column)} < ${end}${isShown} order by ${order} limit ${sql.lit(limit)}`;
    },
  );
  const rows = await connection.rows(statement.sql, bind(statement, values), true);
  return rows.map(decoderOf(statements, table, columns));
}
