import { cursorColumns } from "@/lib/operations/record/cursor";
import {
  assertNotTooLong,
  groupsOf,
  measure,
  type Shown,
  sortedBy,
  wholeRows,
} from "@/lib/operations/record/long-page";
import { readPage } from "@/lib/operations/record/read-page";
import { reserveMemoryWhenFree } from "@/lib/operations/record/reply-memory";
import { columnsFor } from "@/lib/operations/rows/serialize";
import {
  type Filter,
  type Position,
  type Scalar,
  type SortKey,
  sortName,
} from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import type { ShortenedRow } from "@/lib/store/port/shortened-row";

/** Plan of an export, fixed before the first row is read. */
export interface ExportPlan extends Shown {
  /** Condition on the records, `filter` included. */
  readonly matching: Filter | undefined;
  readonly sort: readonly SortKey[];
}

const pageSize = 200;

/** Portions below this length reserve no memory. */
const leastWaiting = 500_000;

/**
 * Returns all rows of an export in order, in portions. Other requests are served between two
 * portions, and long portions wait until memory is free. Throws `page_too_large` for a record that
 * exceeds the response limit.
 */
export async function* rowPortions(walk: ExportPlan): AsyncGenerator<readonly Row[]> {
  const { sort } = walk;
  let after: Position | undefined;
  while (true) {
    // SQLite returns synchronously. Without this yield no other request is served until the last
    // page.
    await yieldInTurn();
    const rows = await pageOf(walk, after);
    yield* portions(walk, rows);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    const place = await sortedBy(walk, sort, last);
    after = {
      values: sort.map((key) => scalar(place[sortName(key)])),
      id: String(place["_id"]),
    };
  }
}

function pageOf(walk: ExportPlan, after: Position | undefined): Promise<readonly ShortenedRow[]> {
  const { projects, matching, selection, sort } = walk;
  return readPage(walk, {
    ...{ projects, columns: columnsFor(selection, cursorColumns(sort)), sort, limit: pageSize },
    ...(matching && { filter: matching }),
    ...(after && { after }),
  });
}

async function* portions(
  walk: ExportPlan,
  rows: readonly ShortenedRow[],
): AsyncGenerator<readonly Row[]> {
  const measured = await measure(walk, rows);
  for (const [at, group] of groupsOf(measured).entries()) {
    if (at > 0) await yieldInTurn();
    assertNotTooLong({ ...measured, lengths: [group.length] });
    const { length } = group;
    const giveBack =
      length < leastWaiting ? undefined : await reserveMemoryWhenFree(walk.callerScope, 3 * length);
    try {
      yield await wholeRows(walk, group.rows, cursorColumns(walk.sort));
    } finally {
      giveBack?.();
    }
  }
}

function scalar(value: JsonValue | undefined): Scalar | null {
  return typeof value === "object" ? null : (value ?? null);
}
