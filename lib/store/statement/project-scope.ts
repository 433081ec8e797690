import { sql } from "kysely";
import type { Sql } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import { ListParam, type ProjectParams } from "./project-params";

/**
 * Returns the condition that a record belongs to one of the projects: by its project, as the
 * project itself, or by membership.
 */
export function inProjects(
  table: Table,
  alias: string,
  projects: Exclude<ProjectParams, "all">,
  tables: ReadonlyMap<string, Table>,
  wrap: (column: Sql) => Sql = (column) => column,
): Sql {
  const isOne = isAnyOf(projects);
  return belongs[table.resource.scope](alias, (column) => isOne(wrap(column)), tables);
}

/** Returns the condition that a record belongs to the project of the record under `ownerAlias`. */
export function inProjectOf(
  table: Table,
  alias: string,
  owner: Table,
  ownerAlias: string,
  tables: ReadonlyMap<string, Table>,
): Sql {
  const project = projectOf[owner.resource.scope](ownerAlias);
  if (project === undefined) return sql`false`;
  return belongs[table.resource.scope](alias, (column) => sql`${column} = ${project}`, tables);
}

type Test = (column: Sql) => Sql;
type Scope = Table["resource"]["scope"];

const belongs: Readonly<
  Record<Scope, (alias: string, test: Test, tables: ReadonlyMap<string, Table>) => Sql>
> = {
  project: (alias, test) => test(sql.ref(`${alias}.projectId`)),
  self: (alias, test) => test(sql.ref(`${alias}._id`)),
  people: (alias, test, tables) => {
    const member = tables.get("member");
    if (!member) return sql`false`;
    const isActive = sql`"state" = 'active'`;
    const ids = sql`select "userId" from ${sql.table(member.name)} where ${test(sql.ref("projectId"))} and ${isActive}`;
    return sql`${sql.ref(`${alias}._id`)} in (${ids})`;
  },
};

const projectOf: Readonly<Record<Scope, (alias: string) => Sql | undefined>> = {
  project: (alias) => sql.ref(`${alias}.projectId`),
  self: (alias) => sql.ref(`${alias}._id`),
  people: () => undefined,
};

/** Returns `= ?` for one value, `in (…)` for several, `false` for none. */
export function isAnyOf(params: Exclude<ProjectParams, "all">): Test {
  if (params instanceof ListParam) return (column) => sql`${column} in (${params.elements})`;
  const [only] = params;
  if (only === undefined) return () => sql`false`;
  if (params.length === 1) return (column) => sql`${column} = ${only}`;
  return (column) => sql`${column} in (${sql.join(params)})`;
}
