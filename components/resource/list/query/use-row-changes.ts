import { useState } from "react";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";

/** The columns of one row whose values changed. */
export interface RowChanges {
  readonly columns: ReadonlySet<string>;
  /** Increases with each response, so that the same cell can be highlighted again. */
  readonly at: number;
}

/** The rows of a list, and the changes by id of rows that were already shown. */
export interface TrackedRows {
  readonly rows: readonly Row[];
  readonly changes: ReadonlyMap<string, RowChanges>;
}

interface TrackedState extends TrackedRows {
  readonly given: readonly Row[];
  readonly at: number;
}

/**
 * Returns the rows of a response. An unchanged row stays the same object, so that a mere move does
 * not rerender it.
 */
export function useRowChanges(given: readonly Row[]): TrackedRows {
  const [seen, setSeen] = useState<TrackedState>({ given, rows: given, changes: new Map(), at: 0 });
  if (seen.given === given) return seen;
  const next = compareRows(given, seen);
  setSeen(next);
  return next;
}

function compareRows(given: readonly Row[], before: TrackedState): TrackedState {
  const known = new Map(before.rows.map((row) => [row._id, row]));
  const at = before.at + 1;
  const changes = new Map<string, RowChanges>();
  const rows = given.map((row) => {
    const old = known.get(row._id);
    if (!old) return row;
    const columns = changedColumns(old, row);
    if (columns.size > 0) changes.set(String(row._id), { columns, at });
    const isSame = columns.size === 0 && Object.keys(old).length === Object.keys(row).length;
    return isSame && Object.keys(row).every((name) => name in old) ? old : row;
  });
  return { given, rows, changes, at };
}

/** A column that was not read before has not changed. */
function changedColumns(old: Row, row: Row): ReadonlySet<string> {
  const names = Object.keys(row).filter((name) => name in old && !isSame(old[name], row[name]));
  return new Set(names);
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
