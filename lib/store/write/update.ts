import { sql } from "kysely";
import type { Patch, Row } from "@/lib/schema/row";
import { decidingColumns } from "@/lib/store/lifecycles/lifecycle-tables";
import type { Guard } from "@/lib/store/port/store";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import { columnOf } from "@/lib/store/statement/parameterized-filter";
import { bind } from "@/lib/store/statement/statements";
import { reindex } from "@/lib/store/text/text-entry";
import { guardOf, parameterizeCells, parameterizeGuard } from "./cells";
import { link, unlink } from "./links";
import { isTracked, trackedOf } from "./tracked-columns";
import type { WriteContext } from "./write-context";

/** Changes columns of the record that passes the guard; returns false when there is none. */
export function update(
  context: WriteContext,
  table: Table,
  id: string,
  patch: Patch,
  guard: Guard,
): Promise<boolean> {
  return change(context, table, id, patch, guard, 1);
}

/** Changes columns of a record without a new version; returns false when there is none. */
export function updateQuietly(
  context: WriteContext,
  table: Table,
  id: string,
  patch: Patch,
): Promise<boolean> {
  return change(context, table, id, patch, { projects: "all" }, 0);
}

async function change(
  context: WriteContext,
  table: Table,
  id: string,
  patch: Patch,
  guard: Guard,
  versions: 0 | 1,
): Promise<boolean> {
  const { connection, statements } = context;
  const columns = Object.keys(patch)
    .map((name) => columnOf(table, name))
    .filter(({ name }) => name !== "_id" && name !== "version" && name !== table.sequence);
  const deciding = decidingColumns(statements.tables, table);
  const decides = columns.some(({ name }) => deciding.has(name));
  const before =
    decides || columns.some((column) => isTracked(table, column))
      ? await trackedOf(context, table, id)
      : undefined;
  const values = statements.values();
  const cells = columns.flatMap((column) =>
    parameterizeCells(values, column, patch[column.name] ?? null),
  );
  const added = values.add(versions);
  const guarded = parameterizeGuard(values, id, guard);
  const names = cells.map(({ name }) => name).join();
  const statement = statements.prepare(`update ${table.name} ${names} ${guarded.key}`, () => {
    const changes = cells.map(({ name, param }) => sql`${sql.ref(name)} = ${param}`);
    const next = sql`${sql.ref("version")} = ${sql.ref("version")} + ${added}`;
    return sql`update ${sql.table(table.name)} as t set ${sql.join([...changes, next])} where ${guardOf(statements, table, guarded)}`;
  });
  if ((await connection.run(statement.sql, bind(statement, values))) === 0) return false;
  if (before) await follow(context, table, columns, before, { ...before, ...patch });
  if (before && decides) {
    context.changedRecords.changed(context, table, before);
    context.changedRecords.changed(context, table, { ...before, ...patch });
  }
  await reindex(context, table, id, columns);
  return true;
}

/** Updates counters, links and packed events after a change. */
async function follow(
  { connection, statements, deltas, changedWeeks }: WriteContext,
  table: Table,
  columns: readonly StoredColumn[],
  before: Row,
  after: Row,
): Promise<void> {
  if (before["projectId"] !== after["projectId"]) throw new Error("A record stays in its project.");
  deltas.change(table, before, -1);
  deltas.change(table, after, 1);
  changedWeeks.add(table, before);
  changedWeeks.add(table, after);
  const lists = table.lists.filter((list) => columns.includes(list));
  await unlink(connection, statements, lists, String(before["_id"]));
  await link(connection, statements, lists, after);
}
