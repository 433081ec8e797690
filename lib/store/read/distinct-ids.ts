import { sql } from "kysely";
import { countTable } from "@/lib/store/counts/counts";
import type { DistinctIdsRequest } from "@/lib/store/port/reads";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { isDeletedWithProject, isNotDeleted } from "@/lib/store/system-tables/deleted-projects";

/**
 * Returns the ids that a project's records refer to in a relation or a list, from the counter rows
 * of that column.
 */
export async function distinctIds(
  context: ReadContext,
  table: Table,
  { column, projectId, after = "", limit }: DistinctIdsRequest,
): Promise<readonly string[] | undefined> {
  const { connection, statements } = context;
  if (![...table.counted, ...table.lists].some(({ name }) => name === column)) return undefined;
  const values = statements.values();
  const [resource, name] = [values.add(table.resource.path), values.add(column)];
  const [project, last] = [values.add(projectId), values.add(after)];
  // Counters at zero are deleted, so the amount is not tested: it is outside the index by project.
  const hides = statements.hidesDeleted && isDeletedWithProject(table);
  const statement = statements.prepare(
    `named ids ${limit} ${hides}`,
    () =>
      sql`select value from ${sql.table(countTable)} where ${statements.dialect.inTime} and resource = ${resource} and column_name = ${name} and value > ${last} and project_id = ${project}${hides ? sql` and ${isNotDeleted(sql`project_id`)}` : sql``} order by value limit ${sql.lit(limit)}`,
  );
  const rows = await connection.rows(statement.sql, bind(statement, values), true);
  return rows.map(([value]) => String(value));
}
