import { sql } from "kysely";
import type { Projects } from "@/lib/schema/filter";
import type { Sql } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import { columnOf } from "@/lib/store/statement/parameterized-filter";
import { projectsKey } from "@/lib/store/statement/project-params";
import { inProjects } from "@/lib/store/statement/project-scope";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";
import { condition, whereAll } from "@/lib/store/statement/where";
import type { BesideFilter } from "./lookup-conditions";

/** Most records that are compared one by one rather than found by a scan. */
const mostCandidates = 1_024;

/** The records that a condition is about, and the ids of those that it may hold for. */
interface Beside {
  readonly table: Table;
  readonly ids: Sql;
  readonly from: Sql;
}

/**
 * Returns the ids of some records of a table, among them all that meet a condition on records beside
 * them. It starts at those, so it is fast when few of them match. Undefined if more than 1,024
 * records are found. Rejects if it takes longer than `mostMs`.
 */
export async function idsBeside(
  { connection, statements }: ReadContext,
  table: Table,
  projects: Projects,
  filter: BesideFilter,
  mostMs: number | undefined,
): Promise<readonly string[] | undefined> {
  const { tables, dialect } = statements;
  const beside = besideOf(table, filter, tables);
  const values = statements.values();
  const params = values.addProjects(projects);
  const part = filter.filter && values.parameterize(beside.table, filter.filter);
  const limit = values.add(mostCandidates + 1);
  const key = `beside ${table.name} ${filter.op} ${namesOf(filter)} ${projectsKey(params)} ${part?.key ?? ""}`;
  const statement = statements.prepare(key, () => {
    const subject = { table: beside.table, alias: "r", tables, spelling: dialect, depth: 1 };
    const where = whereAll([
      dialect.inTime,
      ...(params === "all" ? [] : [inProjects(beside.table, "r", params, tables)]),
      ...(part ? [condition(part, subject)] : []),
    ]);
    return sql`select ${beside.ids} from ${beside.from} ${where} ${dialect.page(sql`${limit}`, undefined)}`;
  });
  const rows = await connection.rows(statement.sql, bind(statement, values), true, mostMs);
  return rows.length > mostCandidates ? undefined : [...new Set(rows.map(([id]) => String(id)))];
}

function namesOf(filter: BesideFilter): string {
  return filter.op === "related" ? `${filter.column} ${filter.to}` : `${filter.from} ${filter.by}`;
}

function besideOf(table: Table, filter: BesideFilter, tables: ReadonlyMap<string, Table>): Beside {
  const path = filter.op === "related" ? filter.to : filter.from;
  const other = tables.get(path);
  if (!other) throw new Error(`There is no resource ${path}.`);
  const { link } =
    filter.op === "related" ? columnOf(table, filter.column) : columnOf(other, filter.by);
  const source = sql`${sql.table(other.name)} as r`;
  if (link === undefined) {
    const by = filter.op === "related" ? filter.column : filter.by;
    return { table: other, ids: sql.ref(`r.${by}`), from: source };
  }
  const [own, their] = filter.op === "related" ? ["ownerId", "targetId"] : ["targetId", "ownerId"];
  const join = sql`${source} join ${sql.table(link)} as l on ${sql.ref(`l.${their}`)} = r._id`;
  return { table: other, ids: sql.ref(`l.${own}`), from: join };
}
