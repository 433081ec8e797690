import { sql } from "kysely";
import type { DeletedProject } from "@/lib/store/port/deleted-project";
import type { Sql } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { statementsOn } from "@/lib/store/statement/run-statement";

const prefix = "leaving project ";

/** Returns the name of the setting that marks a project whose deletion is in progress. */
export function deletedProjectSetting(projectId: string): string {
  return prefix + projectId;
}

const isLeavingName = `name >= '${prefix}' and name < '${prefix.trimEnd()}!'`;

/** Query of one column: the ids of projects whose deletion is in progress. */
export const deletedProjectIds: Sql = sql.raw(
  `select substr(name, ${prefix.length + 1}) from tocsin_setting where ${isLeavingName}`,
);

/** Returns whether records of a table are deleted with their project. */
export function isDeletedWithProject(table: Table): boolean {
  const { scope } = table.resource;
  if (scope !== "project") return scope === "self";
  return table.byName.get("projectId")?.source.field.onTargetDelete === "remove";
}

/**
 * Returns the condition that a record belongs to no deleted project; `column` holds the project.
 */
export function isNotDeleted(column: Sql): Sql {
  return sql`coalesce(${column}, '') not in (${deletedProjectIds})`;
}

/**
 * Returns the condition that a record is visible, for tables that are deleted with their project.
 */
export function isVisible(table: Table, alias: string): Sql {
  const column = table.resource.scope === "self" ? "_id" : "projectId";
  return isNotDeleted(sql.ref(`${alias}.${column}`));
}

/**
 * Returns the projects whose deletion is in progress, in no order, and hides their records from
 * then on.
 */
export async function deletedProjects({
  connection,
  statements,
}: ReadContext): Promise<DeletedProject[]> {
  const text = `select name, value from tocsin_setting where ${isLeavingName}`;
  const rows = await connection.rows(text, []);
  if (rows.length > 0) statements.hidesDeleted = true;
  return rows.map(([name, note]) => ({
    projectId: String(name).slice(prefix.length),
    note: String(note),
  }));
}

/** Deletes the setting of a removed project. */
export async function forgetDeletedProject(context: ReadContext, projectId: string): Promise<void> {
  const name = deletedProjectSetting(projectId);
  await statementsOn(context).run`delete from tocsin_setting where name = ${name}`;
}
