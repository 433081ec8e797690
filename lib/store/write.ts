import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import { guardOf, takeCells, takeGuard } from "./cells";
import { dropContent } from "./content";
import { decoderOf } from "./decode";
import type { Desk } from "./desk";
import { forget, makeFindable } from "./found-by";
import { link, unlink } from "./links";
import { fill } from "./plans";
import type { Guard } from "./store";
import type { Table } from "./table";
import { trackedNames } from "./tracked";

/** Stores a complete row with its links and counters. Throws `conflict` when a unique value is taken. */
export async function insert(desk: Desk, table: Table, row: Row): Promise<void> {
  const { connection, plans, deltas } = desk;
  const full = completed(table, row);
  const values = plans.values();
  const cells = table.columns
    .filter(({ name }) => name !== table.sequence)
    .flatMap((column) => takeCells(values, column, full[column.name] ?? null));
  const plan = plans.plan(`insert ${table.name}`, () => {
    const numbered = table.sequence !== undefined && plans.spelling.nextOf;
    const next = numbered
      ? [{ name: table.sequence, slot: numbered(table.name, table.sequence) }]
      : [];
    const all = [...next, ...cells];
    const names = sql.join(all.map(({ name }) => sql.ref(name)));
    const slots = sql.join(all.map(({ slot }) => slot));
    return sql`insert into ${sql.table(table.name)} (${names}) values (${slots})`;
  });
  await connection.run(plan.sql, fill(plan, values));
  await link(connection, plans, table.lists, full);
  deltas.add(table, full, 1);
  await makeFindable(desk, table, full);
}

/** Deletes the record that the guard lets through, with its links; false when there is none. */
export async function remove(desk: Desk, table: Table, id: string, guard: Guard): Promise<boolean> {
  const { connection, plans, deltas } = desk;
  const values = plans.values();
  const guarded = takeGuard(values, id, guard);
  const names = trackedNames(table);
  const plan = plans.plan(
    `remove ${table.name} ${guarded.key}`,
    () =>
      sql`delete from ${sql.table(table.name)} as t where ${guardOf(plans, table, guarded)} returning ${sql.join(names.map((name) => sql.ref(name)))}`,
  );
  const [stored] = await connection.rows(plan.sql, fill(plan, values));
  if (!stored) return false;
  const row = decoderOf(plans, table, names)(stored);
  await unlink(connection, plans, table.lists, id);
  deltas.add(table, row, -1);
  await forget(desk, table, id);
  await dropContent(desk, table, id);
  return true;
}

/** A project's project is itself, and every record begins at version 1. */
function completed(table: Table, row: Row): Row {
  const version = row["version"] ?? 1;
  const isProject = table.resource.scope === "self";
  return isProject ? { ...row, version, projectId: row["_id"] ?? null } : { ...row, version };
}
