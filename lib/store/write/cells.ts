import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import type { Sql } from "@/lib/store/port/engine";
import type { Guard } from "@/lib/store/port/store";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import type { Param, Values } from "@/lib/store/statement/parameterized-filter";
import { type ProjectParams, projectsKey } from "@/lib/store/statement/project-params";
import { inProjects } from "@/lib/store/statement/project-scope";
import type { Statements } from "@/lib/store/statement/statements";
import { fold } from "./whole-row";

/** A column to write and its parameter. */
export interface Cell {
  readonly name: string;
  readonly param: Param;
}

/** Returns the value of a column as a cell for each column that stores it. */
export function parameterizeCells(
  values: Values,
  column: StoredColumn,
  value: Row[string],
): Cell[] {
  const cell = { name: column.name, param: values.add(values.encode(column, value ?? null)) };
  if (column.folded === undefined) return [cell];
  return [cell, { name: column.folded, param: values.add(fold(value ?? null)) }];
}

/** A parameterized guard of a write. */
export interface GuardParams {
  readonly id: Param;
  readonly projectParams: ProjectParams;
  readonly version: Param | undefined;
  readonly key: string;
}

/** Parameterizes a guard. */
export function parameterizeGuard(
  values: Values,
  id: string,
  { projects, version }: Guard,
): GuardParams {
  const param = values.add(id);
  const projectParams = values.addProjects(projects);
  const versionParam = version === undefined ? undefined : values.add(version);
  const key = `${projectsKey(projectParams)} ${versionParam ? "version" : ""}`;
  return { id: param, projectParams, version: versionParam, key };
}

/** Returns the WHERE of a write: the record, its projects and its version. */
export function guardOf(
  { tables }: Statements,
  table: Table,
  { id, projectParams, version }: GuardParams,
): Sql {
  const conditions = [
    sql`${sql.ref("t._id")} = ${id}`,
    ...(projectParams === "all" ? [] : [inProjects(table, "t", projectParams, tables)]),
    ...(version ? [sql`${sql.ref("t.version")} = ${version}`] : []),
  ];
  return sql.join(conditions, sql` and `);
}
