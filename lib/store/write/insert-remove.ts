import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import type { Guard } from "@/lib/store/port/store";
import { decoderOf } from "@/lib/store/read/decode";
import type { Table } from "@/lib/store/schema/table";
import { send } from "@/lib/store/statement/send";
import { bind } from "@/lib/store/statement/statements";
import { dropContent } from "@/lib/store/system-tables/content";
import { index, unindex } from "@/lib/store/text/text-entry";
import { guardOf, parameterizeGuard } from "./cells";
import { link, unlink } from "./links";
import { trackedNames } from "./tracked-columns";
import { completed, insertionOf, wholeRowOf } from "./whole-row";
import type { WriteContext } from "./write-context";

/** Stores a complete row with its links and counters. Throws `conflict` on a unique violation. */
export async function insert(
  context: WriteContext,
  table: Table,
  row: Row,
  isFirst = false,
): Promise<void> {
  const { connection, statements, deltas, changedWeeks, changedRecords } = context;
  const full = completed(table, row);
  const { sql: text } = insertionOf(statements, table, 1);
  const { parametersOf } = wholeRowOf(statements.dialect, table);
  await send(connection, text, parametersOf(full));
  await link(connection, statements, table.lists, full);
  deltas.add(table, full, 1);
  changedWeeks.add(table, full);
  changedRecords.inserted(context, table, full, isFirst);
  await index(context, table, full);
}

/** Deletes the record that passes the guard, with its links; returns false when there is none. */
export async function remove(
  context: WriteContext,
  table: Table,
  id: string,
  guard: Guard,
): Promise<boolean> {
  const { connection, statements, deltas, changedWeeks, changedRecords } = context;
  const values = statements.values();
  const guarded = parameterizeGuard(values, id, guard);
  const names = trackedNames(table);
  const statement = statements.prepare(
    `remove ${table.name} ${guarded.key}`,
    () =>
      sql`delete from ${sql.table(table.name)} as t where ${guardOf(statements, table, guarded)} returning ${sql.join(names.map((name) => sql.ref(name)))}`,
  );
  const [stored] = await connection.rows(statement.sql, bind(statement, values));
  if (!stored) return false;
  const row = decoderOf(statements, table, names)(stored);
  await unlink(connection, statements, table.lists, id);
  deltas.add(table, row, -1);
  changedWeeks.add(table, row);
  changedRecords.changed(context, table, row);
  await unindex(context, table, id);
  await dropContent(context, table, id);
  return true;
}
