import type { NestedSelection, SelectedField, Selection } from "@/lib/schema/query/select";
import type { Row } from "@/lib/schema/row";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import type { ShortenedRow } from "@/lib/store/port/shortened-row";
import type { Find, Reader } from "@/lib/store/port/store";

/** The records that rows refer to, by their ids, for each field that shows some of them. */
export type Related = ReadonlyMap<SelectedField, ReadonlyMap<string, Row>>;

/** A page of long lists names more ids than one statement takes. */
const mostIds = 500;
/** More bytes of related records are not kept, but read again in portions. */
const mostKept = 4_000_000;
/** How much of a reply an embedded record takes besides its long values: names, an id, short texts. */
const leastLength = 60;

/** The related records of rows, however long. One query for each relation and 500 records. */
export async function relatedRows(
  reader: Reader,
  rows: readonly Row[],
  selection: Selection,
): Promise<Related> {
  const related = new Map<SelectedField, ReadonlyMap<string, Row>>();
  for (const [field, nested] of nestedOf(selection)) {
    const found = new Map<string, Row>();
    for (const ask of asksFor(rows, field, nested)) {
      for (const row of await reader.find(nested.resource, ask)) found.set(String(row._id), row);
    }
    related.set(field, found);
  }
  return related;
}

/**
 * How long the related records make each row, in bytes about, and these records, unless long values of them were left
 * out or they are too many to be kept.
 */
export async function measureRelated(
  reader: Reader,
  rows: readonly Row[],
  selection: Selection,
): Promise<{ readonly lengths: readonly number[]; readonly related: Related | undefined }> {
  const lengths = rows.map(() => 0);
  const related = new Map<SelectedField, ReadonlyMap<string, Row>>();
  const kept: Kept = { bytes: 0, isWhole: true };
  for (const [field, nested] of nestedOf(selection)) {
    const { found, lengthOf } = await measureField(reader, rows, [field, nested], kept);
    related.set(field, found);
    for (const [at, row] of rows.entries()) {
      const own = idsIn(row, field).reduce((sum, id) => sum + (lengthOf.get(id) ?? 0), 0);
      lengths[at] = (lengths[at] ?? 0) + own;
    }
  }
  return { lengths, related: kept.isWhole ? related : undefined };
}

/** What is kept of all related records so far. */
interface Kept {
  bytes: number;
  isWhole: boolean;
}

async function measureField(
  reader: Reader,
  rows: readonly Row[],
  [field, nested]: readonly [SelectedField, NestedSelection],
  kept: Kept,
) {
  const lengthOf = new Map<string, number>();
  const found = new Map<string, Row>();
  for (const ask of asksFor(rows, field, nested)) {
    if (lengthOf.size > 0) await yieldInTurn();
    const most = { bytes: mostKept, rows: mostIds };
    for (const short of await reader.findShortened(nested.resource, ask, most)) {
      const id = String(short.row._id);
      const length = lengthIn(short);
      lengthOf.set(id, length);
      kept.bytes += length;
      kept.isWhole &&= !short.isCut && kept.bytes <= mostKept;
      if (kept.isWhole) found.set(id, short.row);
    }
  }
  return { found, lengthOf };
}

function nestedOf({ fields }: Selection): (readonly [SelectedField, NestedSelection])[] {
  return fields.flatMap((field) => (field.nested ? [[field, field.nested] as const] : []));
}

function* asksFor(
  rows: readonly Row[],
  field: SelectedField,
  { resource, columns, projects }: NestedSelection,
): Generator<Find> {
  const ids = [...new Set(rows.flatMap((row) => idsIn(row, field)))];
  const owner = resource.scope === "people" ? [] : ["projectId"];
  const readable = columns.flatMap((one) => (one.isUnreadable ? [] : [one.column]));
  const names = [...new Set(["_id", ...owner, ...readable])];
  for (let start = 0; start < ids.length; start += mostIds) {
    const values = ids.slice(start, start + mostIds);
    yield { projects, filter: { op: "in", column: "_id", values }, columns: names };
  }
}

function idsIn(row: Row, { column }: SelectedField): string[] {
  const value = row[column] ?? [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

function lengthIn({ row, bytes }: ShortenedRow): number {
  let length = leastLength + bytes;
  for (const value of Object.values(row)) {
    if (typeof value === "string") length += Math.min(value.length, 255);
  }
  return length;
}
