import { sql } from "kysely";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { CountEachRequest } from "@/lib/store/port/reads";
import { counterValue } from "@/lib/store/schema/counters";
import type { Table } from "@/lib/store/schema/table";
import { type ProjectParams, projectsKey } from "@/lib/store/statement/project-params";
import { isAnyOf } from "@/lib/store/statement/project-scope";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind, type Statements } from "@/lib/store/statement/statements";
import { isDeletedWithProject, isNotDeleted } from "@/lib/store/system-tables/deleted-projects";

/** The table of counter rows. */
export const countTable = "tocsin_record_count";

/**
 * A counter query: the counter rows of a column for a set of values. Column and value "" stand for
 * all records; a null value, like a null project, is "".
 */
export interface Tally {
  readonly column: string;
  readonly values: readonly string[];
}

/** Returns the counter query that gives a count, or undefined when counters cannot give it. */
export function tallyFor(table: Table, conjuncts: readonly Filter[]): Tally | undefined {
  const [filter, other] = conjuncts;
  if (table.resource.scope === "people" || conjuncts.length > 2) return undefined;
  if (!filter) return { column: "", values: [""] };
  if (other) return tallyOfBoth(table, [filter, other]);
  const tally = tallyOf(table, filter);
  // A record with two of the values in its list is in two counters.
  return filter.op === "hasAny" && new Set(filter.values).size > 1 ? undefined : tally;
}

/** Most counter rows that are added up. */
const mostPairs = 256;

/** Returns the counter query of two relations that share a counter. */
function tallyOfBoth(table: Table, filters: readonly Filter[]): Tally | undefined {
  const tallies = filters.map((filter) => tallyOf(table, filter));
  for (const { name, columns } of table.counters) {
    if (columns.length !== 2) continue;
    const [first, second] = columns.map((column) =>
      tallies.find((tally) => tally?.column === column.name),
    );
    if (!first || !second) continue;
    if (first.values.length * second.values.length > mostPairs) return undefined;
    const values = first.values.flatMap((one) =>
      second.values.map((other) => counterValue([one, other])),
    );
    return { column: name, values };
  }
  return undefined;
}

/** Returns the counter query of a condition on a relation or a relation list, or undefined. */
export function tallyOf(table: Table, filter: Filter): Tally | undefined {
  if (filter.op === "hasAny") {
    const { column, values } = filter;
    return table.lists.some(({ name }) => name === column) ? { column, values } : undefined;
  }
  if (!("column" in filter)) return undefined;
  const { column } = filter;
  if (!table.counted.some(({ name }) => name === column)) return undefined;
  if (filter.op === "isNull") return { column, values: [""] };
  if (filter.op === "in") return { column, values: filter.values.map(String) };
  if (filter.op !== "eq") return undefined;
  return { column, values: filter.orNull ? [String(filter.value), ""] : [String(filter.value)] };
}

/**
 * Returns the sum of the counter rows of a counter query in the given projects; duplicate values
 * count once.
 */
export async function countByTally(
  context: ReadContext,
  table: Table,
  tally: Tally,
  projects: Projects,
): Promise<number> {
  return await prepareTally(context, table, tally, projects)();
}

/** Returns a function that does the same each time it is called. */
export function prepareTally(
  context: ReadContext,
  table: Table,
  tally: Tally,
  projects: Projects,
): () => Promise<number> {
  const { connection, statements } = context;
  const values = statements.values();
  const rows = tallyRows(values, table, tally);
  const inProjects = projectTest(statements, table, values.addProjects(projects));
  const statement = statements.prepare(
    `tally ${rows.size} ${inProjects.key}`,
    () =>
      sql`select coalesce(sum(amount), 0) from ${sql.table(countTable)} where ${rows.test()}${inProjects.test()}`,
  );
  const parameters = bind(statement, values);
  return async () => {
    const [row] = await connection.rows(statement.sql, parameters);
    return Number(row?.[0] ?? 0);
  };
}

/**
 * Returns the numbers of records that refer to each of these ids in a relation, from one statement
 * over counter rows. Ids that no record refers to are absent.
 */
export async function countEach(
  context: ReadContext,
  table: Table,
  { column, ids, projects }: CountEachRequest,
): Promise<ReadonlyMap<string, number>> {
  const { connection, statements } = context;
  if (!table.counted.some(({ name }) => name === column)) {
    throw new Error(`${table.resource.path} has no counter rows for ${column}.`);
  }
  const values = statements.values();
  const rows = tallyRows(values, table, { column, values: ids });
  const inProjects = projectTest(statements, table, values.addProjects(projects));
  const statement = statements.prepare(
    `tally each ${rows.size} ${inProjects.key}`,
    () =>
      sql`select value, sum(amount) from ${sql.table(countTable)} where ${rows.test()}${inProjects.test()} group by value`,
  );
  const found = await connection.rows(statement.sql, bind(statement, values));
  return new Map(found.map(([id, amount]) => [String(id), Number(amount)]));
}

/** Returns the condition that a counter row belongs to one of the projects, and its cache key. */
function projectTest(statements: Statements, table: Table, projects: ProjectParams) {
  const hides = statements.hidesDeleted && isDeletedWithProject(table);
  const test = () => {
    const isListed = projects === "all" ? sql`` : sql` and ${isAnyOf(projects)(sql`project_id`)}`;
    return hides ? sql`${isListed} and ${isNotDeleted(sql`project_id`)}` : isListed;
  };
  return { key: `${projectsKey(projects)} ${hides}`, test };
}

const mostProjects = 32;

/**
 * Returns the projects with records in a counter query; "all" when there are more than 32 or a
 * record has no project.
 */
export async function projectsWith(
  context: ReadContext,
  table: Table,
  tally: Tally,
): Promise<Projects> {
  const { connection, statements } = context;
  const values = statements.values();
  const rows = tallyRows(values, table, tally);
  const statement = statements.prepare(
    `projects ${rows.size}`,
    () =>
      sql`select distinct project_id from ${sql.table(countTable)} where ${rows.test()} and amount > 0 limit ${sql.lit(mostProjects + 1)}`,
  );
  const found = await connection.rows(statement.sql, bind(statement, values));
  const projects = found.map(([project]) => String(project));
  return projects.length > mostProjects || projects.includes("") ? "all" : projects;
}

function tallyRows(
  values: ReturnType<Statements["values"]>,
  table: Table,
  tally: Tally,
): { size: number; test: () => ReturnType<typeof sql> } {
  const resource = values.add(table.resource.path);
  const column = values.add(tally.column);
  const params = values.addAll(tally.values);
  const test = () =>
    sql`resource = ${resource} and column_name = ${column} and ${isAnyOf(params)(sql`value`)}`;
  return { size: params.length, test };
}
