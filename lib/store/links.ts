import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import type { Connection } from "./engine";
import { fill, type Plans } from "./plans";
import type { LinkedColumn } from "./table";

const mostAtOnce = 64;

/** Writes the link rows of a record's relation lists. */
export async function link(
  connection: Connection,
  plans: Plans,
  lists: readonly LinkedColumn[],
  row: Row,
): Promise<void> {
  for (const { name, link: table } of lists) {
    const list = row[name];
    if (!Array.isArray(list)) continue;
    const targets = [...new Set(list.map(String))];
    for (let from = 0; from < targets.length; from += mostAtOnce) {
      await linkSome(connection, plans, table, row, targets.slice(from, from + mostAtOnce));
    }
  }
}

async function linkSome(
  connection: Connection,
  plans: Plans,
  table: string,
  row: Row,
  targets: readonly string[],
): Promise<void> {
  const values = plans.values();
  const owner = values.take(String(row["_id"]));
  const project = row["projectId"];
  const projectSlot = values.take(typeof project === "string" ? project : null);
  const slots = targets.map((target) => values.take(target));
  const plan = plans.plan(`link ${table} ${slots.length}`, () => {
    const lines = slots.map((slot) => sql`(${owner}, ${slot}, ${projectSlot})`);
    return sql`insert into ${sql.table(table)} ("ownerId", "targetId", "projectId") values ${sql.join(lines)}`;
  });
  await connection.run(plan.sql, fill(plan, values));
}

/** Removes the link rows of a record. */
export async function unlink(
  connection: Connection,
  plans: Plans,
  lists: readonly LinkedColumn[],
  id: string,
): Promise<void> {
  for (const { link: table } of lists) {
    const values = plans.values();
    const owner = values.take(id);
    const plan = plans.plan(
      `unlink ${table}`,
      () => sql`delete from ${sql.table(table)} where "ownerId" = ${owner}`,
    );
    await connection.run(plan.sql, fill(plan, values));
  }
}
