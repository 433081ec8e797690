import { findRows } from "@/lib/operations/rows/read-record";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import type { Filter } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/** An ordered list: the column of the position, and the column that groups records into lists. */
export interface Ordered {
  readonly resource: Resource;
  readonly place: string;
  readonly within: string;
}

/** Returns the ordered lists that records of a resource are in. */
export function orderedLists(resource: Resource): Ordered[] {
  return shapeOf(resource).columns.flatMap(({ name, field }) =>
    field.ordersWithin === undefined ? [] : [{ resource, place: name, within: field.ordersWithin }],
  );
}

/** Returns the columns of a record that tell its places in ordered lists. */
export function placesOf(resource: Resource, row: Row): Row {
  const names = orderedLists(resource).flatMap(({ place, within }) => [place, within]);
  const { _id = null, projectId = null } = row;
  return Object.fromEntries([
    ["_id", _id],
    ["projectId", projectId],
    ...names.map((name) => [name, row[name] ?? null] as const),
  ]);
}

/** Returns the last position among the other records of a list; 0 for none. */
export async function lastPosition(
  transaction: Transaction,
  list: Ordered,
  row: Row,
): Promise<number> {
  const placed: Filter = { op: "notNull", column: list.place };
  const [last] = await others(transaction, list, row, placed, "desc", 1);
  return Math.max(0, Number(last?.[list.place] ?? 0));
}

/** Returns the other records at the position of a record and behind it, in their order. */
export async function othersFrom(
  transaction: Transaction,
  list: Ordered,
  row: Row,
  limit?: number,
): Promise<Row[]> {
  const place = row[list.place] ?? null;
  if (typeof place !== "number") return [];
  const from: Filter = { op: "gte", column: list.place, value: place };
  return await others(transaction, list, row, from, "asc", limit);
}

/** Returns the other records of the list of a record that meet a condition, by position. */
export async function others(
  { writer }: Transaction,
  list: Ordered,
  row: Row,
  where: Filter,
  direction: "asc" | "desc",
  limit?: number,
): Promise<Row[]> {
  const group: JsonValue = row[list.within] ?? null;
  if (typeof group !== "string" || typeof row.projectId !== "string") return [];
  const filters: Filter[] = [
    { op: "eq", column: list.within, value: group },
    { op: "ne", column: "_id", value: String(row._id) },
    where,
  ];
  return findRows(writer, list.resource, {
    projects: [row.projectId],
    filter: { op: "and", filters },
    sort: [{ column: list.place, direction }],
    ...(limit !== undefined && { limit }),
  });
}
