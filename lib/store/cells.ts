import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import type { Sql } from "./engine";
import type { Plans } from "./plans";
import { inProjects, reachKey } from "./scope";
import type { Guard } from "./store";
import type { StoredColumn, Table } from "./table";
import type { Slot, Values } from "./template";

/** A column to write and where its value stands. */
export interface Cell {
  readonly name: string;
  readonly slot: Slot;
}

/** The value of a column, in each column that keeps it. */
export function takeCells(values: Values, column: StoredColumn, value: Row[string]): Cell[] {
  const cell = { name: column.name, slot: values.take(values.encode(column, value ?? null)) };
  if (column.folded === undefined) return [cell];
  const folded = typeof value === "string" ? value.toLowerCase() : null;
  return [cell, { name: column.folded, slot: values.take(folded) }];
}

/** Which record a write is for, with its values taken out. */
export interface Guarded {
  readonly id: Slot;
  readonly reach: readonly Slot[] | "all";
  readonly version: Slot | undefined;
  readonly key: string;
}

/** Takes the values of a guard. */
export function takeGuard(values: Values, id: string, { projects, version }: Guard): Guarded {
  const slot = values.take(id);
  const reach = values.takeProjects(projects);
  const versionSlot = version === undefined ? undefined : values.take(version);
  const key = `${reachKey(reach)} ${versionSlot ? "version" : ""}`;
  return { id: slot, reach, version: versionSlot, key };
}

/** The WHERE of a write: the record, where it may be, and the version it must have. */
export function guardOf({ tables }: Plans, table: Table, { id, reach, version }: Guarded): Sql {
  const conditions = [
    sql`${sql.ref("t._id")} = ${id}`,
    ...(reach === "all" ? [] : [inProjects(table, "t", reach, tables)]),
    ...(version ? [sql`${sql.ref("t.version")} = ${version}`] : []),
  ];
  return sql.join(conditions, sql` and `);
}
