import { sql } from "kysely";
import type { DeletedProject } from "@/lib/store/port/deleted-project";
import type { Sql } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";

const prefix = "leaving project ";

/** The setting that says that a project is deleted and its records are being removed. */
export function deletedProjectSetting(projectId: string): string {
  return prefix + projectId;
}

const isLeavingName = `name >= '${prefix}' and name < '${prefix.trimEnd()}!'`;

/** The ids of deleted projects whose records are still being removed, as a query of one column. */
export const deletedProjectIds: Sql = sql.raw(
  `select substr(name, ${prefix.length + 1}) from tocsin_setting where ${isLeavingName}`,
);

/** Whether records of a table go with their project. */
export function isDeletedWithProject(table: Table): boolean {
  const { scope } = table.resource;
  if (scope !== "project") return scope === "self";
  return table.byName.get("projectId")?.source.field.whenTargetGoes === "remove";
}

/** Whether a record belongs to no deleted project; `column` holds the project. */
export function isNotDeleted(column: Sql): Sql {
  return sql`coalesce(${column}, '') not in (${deletedProjectIds})`;
}

/** Whether a record of a table that goes with its project is to be seen. */
export function isVisible(table: Table, alias: string): Sql {
  const column = table.resource.scope === "self" ? "_id" : "projectId";
  return isNotDeleted(sql.ref(`${alias}.${column}`));
}

/** The deleted projects that are still being removed, in no order; from here on their records are hidden. */
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

/** Takes the note of a removal away. */
export async function forgetDeletedProject(
  { connection, statements }: ReadContext,
  projectId: string,
): Promise<void> {
  const values = statements.values();
  const name = values.add(deletedProjectSetting(projectId));
  const statement = statements.prepare(
    "forget leaving",
    () => sql`delete from tocsin_setting where name = ${name}`,
  );
  await connection.run(statement.sql, bind(statement, values));
}
