import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import type { Connection } from "@/lib/store/port/engine";
import type { LinkedColumn } from "@/lib/store/schema/table";
import { send } from "@/lib/store/statement/send";
import { bind, type Statements } from "@/lib/store/statement/statements";

const mostAtOnce = 64;

/** Writes the link rows of a record's relation lists. */
export async function link(
  connection: Connection,
  statements: Statements,
  lists: readonly LinkedColumn[],
  row: Row,
): Promise<void> {
  for (const { name, link: table } of lists) {
    const list = row[name];
    if (!Array.isArray(list)) continue;
    const targets = [...new Set(list.map(String))];
    for (let from = 0; from < targets.length; from += mostAtOnce) {
      await linkSome(connection, statements, table, row, targets.slice(from, from + mostAtOnce));
    }
  }
}

async function linkSome(
  connection: Connection,
  statements: Statements,
  table: string,
  row: Row,
  targets: readonly string[],
): Promise<void> {
  const values = statements.values();
  const owner = values.add(String(row["_id"]));
  const project = row["projectId"];
  const projectParam = values.add(typeof project === "string" ? project : null);
  const params = targets.map((target) => values.add(target));
  const statement = statements.prepare(`link ${table} ${params.length}`, () => {
    const lines = params.map((param) => sql`(${owner}, ${param}, ${projectParam})`);
    return sql`insert into ${sql.table(table)} ("ownerId", "targetId", "projectId") values ${sql.join(lines)}`;
  });
  await send(connection, statement.sql, bind(statement, values));
}

/** Removes the link rows of a record. */
export async function unlink(
  connection: Connection,
  statements: Statements,
  lists: readonly LinkedColumn[],
  id: string,
): Promise<void> {
  for (const { link: table } of lists) {
    const values = statements.values();
    const owner = values.add(id);
    const statement = statements.prepare(
      `unlink ${table}`,
      () => sql`delete from ${sql.table(table)} where "ownerId" = ${owner}`,
    );
    await send(connection, statement.sql, bind(statement, values));
  }
}
