import { z } from "zod";
import { invalid } from "@/lib/errors";
import type { Draft, Transaction } from "@/lib/operations/transaction/transaction";
import type { Filter } from "@/lib/schema/filter";
import { kindOf } from "@/lib/schema/kinds/index";
import { faultAt } from "@/lib/schema/pointer";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { lastPosition, type Ordered, orderedLists, others, othersFrom } from "./ordered-lists";

/** Puts a new record last if no position was sent. */
export async function appendToOrder(
  transaction: Transaction,
  resource: Resource,
  row: Draft,
): Promise<void> {
  for (const list of orderedLists(resource)) {
    if ((row[list.place] ?? null) !== null) continue;
    row[list.place] = await placeBehind(transaction, list, row);
  }
}

/** Shifts records down to free the position of a new one. */
export async function makeRoom(
  transaction: Transaction,
  resource: Resource,
  row: Row,
): Promise<void> {
  for (const list of orderedLists(resource)) await shiftDown(transaction, list, row);
}

/** Moves a record to the end if a patch clears its position, or changes only its list. */
export async function reposition(
  transaction: Transaction,
  resource: Resource,
  before: Row,
  patch: Draft,
): Promise<void> {
  for (const list of orderedLists(resource)) {
    const moves = patch[list.within] !== undefined;
    const empties = patch[list.place] === null;
    if (!empties && !(moves && patch[list.place] === undefined)) continue;
    const row = { ...before, ...patch };
    const last = await lastPosition(transaction, list, row);
    const [next] = moves ? [] : await othersFrom(transaction, list, before, 1);
    patch[list.place] =
      next && leavesGap(Number(before[list.place]), Number(next[list.place]))
        ? last
        : await placeBehind(transaction, list, row, last);
  }
}

/** After a move, closes the gap in the old list and frees the position in the new one. */
export async function moveOthers(
  transaction: Transaction,
  resource: Resource,
  before: Row,
  after: Row,
): Promise<void> {
  for (const list of orderedLists(resource)) {
    const stays =
      before[list.place] === after[list.place] && before[list.within] === after[list.within];
    if (stays) continue;
    await shiftUp(transaction, list, [before]);
    await shiftDown(transaction, list, after);
  }
}

/**
 * After a delete, shifts the records behind the deleted ones up. `lost` is the column of the reference
 * whose target is deleted too: the records of that list go with it.
 */
export async function closeGaps(
  transaction: Transaction,
  resource: Resource,
  deleted: readonly Row[],
  lost?: string,
): Promise<void> {
  for (const list of orderedLists(resource)) {
    if (list.within === lost) continue;
    const groups = new Map<unknown, Row[]>();
    for (const row of deleted) {
      const group = groups.get(row[list.within]);
      if (group) group.push(row);
      else groups.set(row[list.within], [row]);
    }
    for (const rows of groups.values()) await shiftUp(transaction, list, rows);
  }
}

/** Returns a position behind all others. If the last one is the highest, closes the gap before it. */
async function placeBehind(
  transaction: Transaction,
  list: Ordered,
  row: Row,
  known?: number,
): Promise<number> {
  const last = known ?? (await lastPosition(transaction, list, row));
  if (isPosition(list, last + 1)) return last + 1;
  const placed: Filter = { op: "notNull", column: list.place };
  let first = last;
  const run: Row[] = [];
  for (const other of await others(transaction, list, row, placed, "desc")) {
    const place = Number(other[list.place]);
    if (place < first - 1) break;
    first = place;
    run.unshift(other);
  }
  assertPositionFits(list, first - 1);
  for (const other of run) {
    const place = Number(other[list.place]) - 1;
    await transaction.changes.update(list.resource, other, { [list.place]: place });
  }
  return last;
}

/** Shifts only consecutive positions. A later gap stays as it was sent. */
async function shiftDown(transaction: Transaction, list: Ordered, row: Row): Promise<void> {
  let place = row[list.place] ?? null;
  if (typeof place !== "number") return;
  const from: Filter = { op: "gte", column: list.place, value: place };
  for (const other of await others(transaction, list, row, from, "asc")) {
    if (other[list.place] !== place) return;
    place += 1;
    assertPositionFits(list, place);
    await transaction.changes.update(list.resource, other, { [list.place]: place });
  }
}

/** Throws 400 if a shifted record exceeds the field's highest position. */
function assertPositionFits(list: Ordered, place: number): void {
  if (isPosition(list, place)) return;
  const problem = "is taken, and there is no place left behind it";
  throw invalid([faultAt(["data", list.place], list.place, problem)]);
}

function isPosition({ resource, place: name }: Ordered, place: number): boolean {
  const field = shapeOf(resource).byColumn.get(name)?.field;
  return field === undefined || kindOf(field).check(z, field).safeParse(place).success;
}

/** Closes the gaps that records of one list leave at their positions. Writes each other record once. */
async function shiftUp(
  transaction: Transaction,
  list: Ordered,
  left: readonly Row[],
): Promise<void> {
  const placed = left.filter((row) => typeof row[list.place] === "number");
  const lastFirst = placed.toSorted((a, b) => Number(b[list.place]) - Number(a[list.place]));
  const first = lastFirst.at(-1);
  if (first === undefined) return;
  const behind = await othersFrom(transaction, list, first);
  const places = behind.map((row) => Number(row[list.place]));
  for (const { [list.place]: place } of lastFirst) {
    const from = places.findIndex((other) => other >= Number(place));
    if (!leavesGap(Number(place), places[from])) continue;
    for (let at = from; at < places.length; at += 1) places[at] = Number(places[at]) - 1;
  }
  for (const [at, other] of behind.entries()) {
    const place = Number(places[at]);
    if (place !== other[list.place]) {
      await transaction.changes.update(list.resource, other, { [list.place]: place });
    }
  }
}

/**
 * Returns true if the next record may move up by one. A position between two others, such as 1.5,
 * leaves no gap, and neither does one that another record has too.
 */
function leavesGap(place: number, next: number | undefined): boolean {
  return next !== undefined && next - 1 >= place;
}
