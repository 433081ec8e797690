import { invalid } from "@/lib/errors";
import { findRows } from "@/lib/operations/rows/read-record";
import type { Draft, Transaction } from "@/lib/operations/transaction/transaction";
import type { Counts } from "@/lib/schema/field";
import type { Filter } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import { faultAt } from "@/lib/schema/pointer";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { Writer } from "@/lib/store/port/store";

const highest = 1_000_000_000;

/**
 * Gives a new record its number: the next one of its project, or the number sent, which raises the
 * counter. The counter moves in the write's transaction, so a failed create leaves no gap.
 */
export async function countNumbers(
  transaction: Transaction,
  resource: Resource,
  row: Draft,
): Promise<void> {
  for (const { name, counts } of countedColumns(resource)) {
    const counter = counterOf(resource, name, row);
    const sent = row[name] ?? null;
    if (sent !== null) {
      const number = await checked(transaction, { resource, name, projectId: row.projectId }, sent);
      await transaction.writer.raiseTo(counter, number);
    }
    row[name] = sent ?? (await transaction.writer.countUp(counter));
    row[counts.prefixed] = await withPrefix(transaction, counts, row.projectId, row[name]);
  }
}

/** Updates the prefixed number and the counter when an update sets a number. */
export async function recountNumbers(
  transaction: Transaction,
  resource: Resource,
  before: Row,
  patch: Draft,
): Promise<void> {
  for (const { name, counts } of countedColumns(resource)) {
    const number = patch[name];
    if (number === undefined) continue;
    if (number !== null) {
      const place = { resource, name, projectId: before.projectId };
      const sent = await checked(transaction, place, number);
      await transaction.writer.raiseTo(counterOf(resource, name, before), sent);
    }
    patch[counts.prefixed] = await withPrefix(transaction, counts, before.projectId, number);
  }
}

/**
 * Raises the counters of a resource to the highest number of these rows of one project, which were
 * numbered elsewhere. Numbers that no counter can reach are left aside.
 */
export async function raiseCounters(
  writer: Pick<Writer, "raiseTo">,
  resource: Resource,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  for (const { name } of countedColumns(resource)) {
    const numbers = rows.map((row) => row[name]).filter(isNumberInRange);
    const most = Math.max(0, ...numbers);
    if (most > 0) await writer.raiseTo(counterOf(resource, name, first), most);
  }
}

function countedColumns(resource: Resource): { name: string; counts: Counts }[] {
  return shapeOf(resource).columns.flatMap(({ name, field }) =>
    field.counts ? [{ name, counts: field.counts }] : [],
  );
}

function counterOf(resource: Resource, column: string, row: Row): string {
  return `${resource.path}.${column}:${String(row.projectId)}`;
}

interface Numbered {
  readonly resource: Resource;
  readonly name: string;
  readonly projectId: JsonValue | undefined;
}

/** Returns a number that was sent. Throws a 400 unless it is in range or counting came so far. */
async function checked(
  { writer }: Transaction,
  { resource, name, projectId }: Numbered,
  number: JsonValue,
): Promise<number> {
  if (isNumberInRange(number)) return number;
  if (Number.isSafeInteger(number) && Number(number) > highest) {
    const filter: Filter = { op: "gte", column: name, value: Number(number) };
    const ask = { projects: [String(projectId)], filter, limit: 1 };
    if ((await findRows(writer, resource, ask)).length > 0) return Number(number);
  }
  const problem = `must be a whole number from 1 to ${highest.toLocaleString("en")}`;
  throw invalid([faultAt(["data", name], name, problem)]);
}

function isNumberInRange(number: JsonValue | undefined): number is number {
  return typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= highest;
}

async function withPrefix(
  transaction: Transaction,
  counts: Counts,
  projectId: JsonValue | undefined,
  number: JsonValue,
): Promise<JsonValue> {
  if (number === null) return null;
  const owner = await transaction.project(String(projectId));
  const own = counts.projectPrefix === undefined ? null : (owner?.[counts.projectPrefix] ?? null);
  return `${String(own ?? counts.prefix)}${String(number)}`;
}
