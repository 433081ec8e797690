import type { NestedSelection, SelectedField, Selection } from "@/lib/schema/query/select";
import type { Row } from "@/lib/schema/row";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import type { ShortenedRow } from "@/lib/store/port/shortened-row";
import type { Find, Reader } from "@/lib/store/port/store";

/** Related records by id, for each field that selects some of their fields. */
export type Related = ReadonlyMap<SelectedField, ReadonlyMap<string, Row>>;

/** Maximum number of ids in one statement; a page of long lists refers to more. */
const mostIds = 500;
/** Maximum length of related records held in memory. Longer ones are read again in portions. */
const mostKept = 4_000_000;
/** Length of an embedded record without its long values: names, an id, short texts. */
const leastLength = 60;

/** Returns the related records of rows, however long. One query per relation and 500 records. */
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
 * Returns the approximate length in bytes that related records add to each row. Also returns these
 * records, unless long values were left out or they are too many to be held.
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

/** Total of the related records held so far. */
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
