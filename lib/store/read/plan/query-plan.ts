import { sql } from "kysely";
import type { Filter, Projects } from "@/lib/schema/filter";
import { projectsWith, type Tally, tallyFor, tallyOf } from "@/lib/store/counts/counts";
import type { Sql } from "@/lib/store/port/engine";
import type { Find } from "@/lib/store/port/store";
import type { Table } from "@/lib/store/schema/table";
import type { ParameterizedFilter } from "@/lib/store/statement/filter-template";
import type { Values } from "@/lib/store/statement/parameterized-filter";
import {
  isOneProject,
  type ProjectParams,
  projectsKey,
} from "@/lib/store/statement/project-params";
import { inProjects } from "@/lib/store/statement/project-scope";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind, type Statements } from "@/lib/store/statement/statements";
import { condition, type Owners, ownersOf, whereAll } from "@/lib/store/statement/where";
import { isDeletedWithProject, isVisible } from "@/lib/store/system-tables/deleted-projects";
import {
  comparisonsIn,
  hasCandidates,
  isLookUp,
  isOneRelation,
  mostComparisons,
} from "./lookup-conditions";
import { constrainProjects } from "./project-constraint";
import { countableLists, rareOf } from "./rare-conditions";

/** Choice of projects, conditions and counters for a query. */
export interface QueryPlan {
  readonly table: Table;
  readonly projects: Projects;
  /** Conditions that must all hold. */
  readonly conjuncts: readonly Filter[];
  /** Counter query that gives the number of matches, if any. */
  readonly tally: Tally | undefined;
  /** Records of deleted projects are excluded. */
  readonly hidesDeleted: boolean;
}

/**
 * Plans a query. A query of all projects by a relation is narrowed to the projects with such
 * records, known from counter rows: the indexes of relations begin with the project.
 */
export async function planQuery(
  context: ReadContext,
  table: Table,
  ask: Pick<Find, "projects" | "filter" | "includeDeleted">,
): Promise<QueryPlan> {
  const search = planConditions(context, table, ask);
  const known = narrowingOf(search);
  if (!known) return search;
  return { ...search, projects: await projectsWith(context, table, known) };
}

/** Plans a query without reading data. */
export function planConditions(
  { statements }: ReadContext,
  table: Table,
  ask: Pick<Find, "projects" | "filter" | "includeDeleted">,
): QueryPlan {
  const { projects, conjuncts } = constrainProjects(table, ask.projects, ask.filter);
  const tally = tallyFor(table, conjuncts);
  const hidesDeleted =
    statements.hidesDeleted && !ask.includeDeleted && isDeletedWithProject(table);
  return { table, projects, conjuncts, tally, hidesDeleted };
}

/** Returns true when the best plan depends on the stored data, which change. */
export function dependsOnData(search: QueryPlan): boolean {
  if (narrowingOf(search)) return true;
  return search.conjuncts.some((filter) => hasCandidates(search.table, filter));
}

/** Returns the counter query that tells the projects with matches, for a query of all projects. */
function narrowingOf({ table, projects, conjuncts }: QueryPlan): Tally | undefined {
  if (projects !== "all" || !table.byName.has("projectId")) return undefined;
  const [known] = conjuncts.flatMap((filter) => tallyOf(table, filter) ?? []);
  return known;
}

/** Returns the ids of the few records that an index finds for one condition, if there is one. */
export async function lookUpIds(
  context: ReadContext,
  search: QueryPlan,
): Promise<readonly string[] | undefined> {
  const { connection, statements } = context;
  const { table } = search;
  const rare = await rareOf(context, search, countableLists(search));
  const known =
    rare ??
    search.conjuncts.find((filter) => isLookUp(statements.values().parameterize(table, filter)));
  if (!known) return undefined;
  const values = statements.values();
  const where = parameterizeWhere(values, { ...search, projects: "all", conjuncts: [known] }, rare);
  const statement = statements.prepare(`look up ${where.key}`, () => {
    const id = sql.ref("t._id");
    return sql`select ${id} from ${sql.table(table.name)} as t ${whereAll(conditionsOf(statements, where))}`;
  });
  const rows = await connection.rows(statement.sql, bind(statement, values));
  return rows.map(([id]) => String(id));
}

/** A parameterized WHERE. */
export interface Where {
  readonly table: Table;
  readonly projectParams: ProjectParams;
  readonly hidesDeleted: boolean;
  readonly parts: readonly ParameterizedFilter[];
  readonly key: string;
  /** An index finds the few records that match; other indexes are hidden from the planner. */
  readonly isLookUp: boolean;
  /** The index lookup has only a few comparisons, which take almost no time. */
  readonly isShort: boolean;
  /** The selective condition on a relation list to start with. */
  readonly rare: Owners | undefined;
  /** The selective condition on a relation to start with, by the index of the relation. */
  readonly leading: ParameterizedFilter | undefined;
  /** An index in time order holds exactly the matches. */
  readonly isIndexed: boolean;
}

/** Parameterizes a query; `rare` is the conjunct found by `rareOf`. */
export function parameterizeWhere(
  values: Values,
  { table, projects, conjuncts, hidesDeleted }: QueryPlan,
  rare: Filter | undefined,
): Where {
  const projectParams = values.addProjects(projects);
  const parts = conjuncts.map((filter) => values.parameterize(table, filter));
  const first = parts.find((_, place) => rare !== undefined && conjuncts[place] === rare);
  const isFoundById = parts.some(isLookUp);
  const one = isOneProject(projectParams) && table.resource.scope === "project";
  return {
    table,
    projectParams,
    hidesDeleted,
    parts,
    key: `${table.name} ${projectsKey(projectParams)} ${parts.map(({ key }) => key).join()} ${first ? `rare ${parts.indexOf(first)}` : ""}${hidesDeleted ? " present" : ""}`,
    isLookUp: isFoundById,
    isShort: comparisonsIn(parts) <= mostComparisons,
    rare: first && ownersBy(first),
    leading: isFoundById || first?.op === "hasAny" ? undefined : first,
    isIndexed:
      parts.length === 0 ? projectParams === "all" || one : one && isOneRelation(table, parts),
  };
}

function ownersBy(part: ParameterizedFilter): Owners | undefined {
  const link = part.op === "hasAny" ? part.column.link : undefined;
  return part.op === "hasAny" && link !== undefined ? { link, slots: part.params } : undefined;
}

/** Returns the conditions of a query as SQL over the table alias `t`. */
export function conditionsOf(statements: Statements, where: Where): Sql[] {
  const { tables, dialect } = statements;
  const { table, projectParams, parts, rare, leading } = where;
  const subject = { table, alias: "t", tables, spelling: dialect, depth: 0 };
  // The planner cannot know how selective the condition is and would start with another index.
  const wrap = rare || leading ? dialect.unindexed : undefined;
  return [
    ...(rare ? [ownersOf(rare, "t")] : []),
    ...(projectParams === "all"
      ? []
      : [inProjects(table, "t", projectParams, tables, wrapperOf(statements, where))]),
    ...(where.hidesDeleted ? [isVisible(table, "t")] : []),
    ...parts.map((part) =>
      condition(part, { ...subject, wrap: part === leading ? undefined : wrap }),
    ),
  ];
}

/** Hides columns from the planner when a better access path is known. */
function wrapperOf({ dialect }: Statements, { isLookUp, rare }: Where): (column: Sql) => Sql {
  return isLookUp || rare ? dialect.unindexed : (column) => column;
}

/** Hides the columns of an order from the planner when a better access path is known. */
export function orderWrapperOf(statements: Statements, where: Where): (column: Sql) => Sql {
  return where.leading ? statements.dialect.unindexed : wrapperOf(statements, where);
}
