import { sql } from "kysely";
import type { Patch, Row } from "@/lib/schema/row";
import { guardOf, takeCells, takeGuard } from "./cells";
import type { Desk } from "./desk";
import { findAgain } from "./found-by";
import { link, unlink } from "./links";
import { fill } from "./plans";
import type { Guard } from "./store";
import type { StoredColumn, Table } from "./table";
import { columnOf } from "./template";
import { isTracked, trackedOf } from "./tracked";

/** Changes columns of the record that the guard lets through; false when there is none. */
export function update(
  desk: Desk,
  table: Table,
  id: string,
  patch: Patch,
  guard: Guard,
): Promise<boolean> {
  return change(desk, table, id, patch, guard, 1);
}

/** Changes columns of a record but not its version; false when there is none. */
export function touch(desk: Desk, table: Table, id: string, patch: Patch): Promise<boolean> {
  return change(desk, table, id, patch, { projects: "all" }, 0);
}

async function change(
  desk: Desk,
  table: Table,
  id: string,
  patch: Patch,
  guard: Guard,
  versions: 0 | 1,
): Promise<boolean> {
  const { connection, plans } = desk;
  const columns = Object.keys(patch)
    .map((name) => columnOf(table, name))
    .filter(({ name }) => name !== "_id" && name !== "version" && name !== table.sequence);
  const before = columns.some((column) => isTracked(table, column))
    ? await trackedOf(desk, table, id)
    : undefined;
  const values = plans.values();
  const cells = columns.flatMap((column) => takeCells(values, column, patch[column.name] ?? null));
  const added = values.take(versions);
  const guarded = takeGuard(values, id, guard);
  const names = cells.map(({ name }) => name).join();
  const plan = plans.plan(`update ${table.name} ${names} ${guarded.key}`, () => {
    const changes = cells.map(({ name, slot }) => sql`${sql.ref(name)} = ${slot}`);
    const next = sql`${sql.ref("version")} = ${sql.ref("version")} + ${added}`;
    return sql`update ${sql.table(table.name)} as t set ${sql.join([...changes, next])} where ${guardOf(plans, table, guarded)}`;
  });
  if ((await connection.run(plan.sql, fill(plan, values))) === 0) return false;
  if (before) await follow(desk, table, columns, before, { ...before, ...patch });
  await findAgain(desk, table, id, columns);
  return true;
}

/** Brings counters and links after an update. */
async function follow(
  { connection, plans, deltas }: Desk,
  table: Table,
  columns: readonly StoredColumn[],
  before: Row,
  after: Row,
): Promise<void> {
  if (before["projectId"] !== after["projectId"]) throw new Error("A record stays in its project.");
  deltas.change(table, before, -1);
  deltas.change(table, after, 1);
  const lists = table.lists.filter((list) => columns.includes(list));
  await unlink(connection, plans, lists, String(before["_id"]));
  await link(connection, plans, lists, after);
}
