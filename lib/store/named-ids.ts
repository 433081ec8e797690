import { sql } from "kysely";
import type { Access } from "./access";
import { countTable } from "./counts";
import { goesWithProject, isKept } from "./leaving";
import { fill } from "./plans";
import type { NamedIds } from "./store";
import type { Table } from "./table";

/** The ids that a project's records name in a relation or a list, from the counter rows of that column. */
export async function namedIds(
  access: Access,
  table: Table,
  { column, projectId, after = "", limit }: NamedIds,
): Promise<readonly string[] | undefined> {
  const { connection, plans } = access;
  if (![...table.counted, ...table.lists].some(({ name }) => name === column)) return undefined;
  await access.settleCounters?.();
  const values = plans.values();
  const [resource, name] = [values.take(table.resource.path), values.take(column)];
  const [project, last] = [values.take(projectId), values.take(after)];
  // Counters of nothing are gone, so the amount is not asked for: it lies outside the index by project.
  const hides = plans.hidesLeaving && goesWithProject(table);
  const plan = plans.plan(
    `named ids ${limit} ${hides}`,
    () =>
      sql`select value from ${sql.table(countTable)} where ${plans.spelling.inTime} and resource = ${resource} and column_name = ${name} and value > ${last} and project_id = ${project}${hides ? sql` and ${isKept(sql`project_id`)}` : sql``} order by value limit ${sql.lit(limit)}`,
  );
  const rows = await connection.rows(plan.sql, fill(plan, values), true);
  return rows.map(([value]) => String(value));
}
