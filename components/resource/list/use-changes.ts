"use client";

import { useState } from "react";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";

/** The cells whose value is another than before, as `id/column`. */
export interface Changes extends Pick<ReadonlySet<string>, "has"> {
  /** Goes up with each answer, so that the same cell can light up again. */
  readonly at: number;
}

interface Seen {
  readonly rows: readonly Row[];
  readonly cells: ReadonlySet<string>;
  readonly at: number;
}

/** What has changed in rows that were there before, since the last answer. */
export function useChanges(rows: readonly Row[]): Changes {
  const [seen, setSeen] = useState<Seen>({ rows, cells: new Set(), at: 0 });
  if (seen.rows !== rows) {
    setSeen({ rows, cells: changedCells(seen.rows, rows), at: seen.at + 1 });
  }
  return { at: seen.at, has: (cell) => seen.cells.has(cell) };
}

function changedCells(before: readonly Row[], now: readonly Row[]): ReadonlySet<string> {
  const known = new Map(before.map((row) => [row._id, row]));
  const changed = now.flatMap((row) => {
    const old = known.get(row._id);
    if (!old) return [];
    // A column that was not there before has not changed.
    const names = Object.keys(row).filter((name) => name in old && !isSame(old[name], row[name]));
    return names.map((name) => `${String(row._id)}/${name}`);
  });
  return new Set(changed);
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
