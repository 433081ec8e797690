import { AppError } from "@/lib/errors";
import { both } from "@/lib/operations/access/visibility";
import { measureRelated, type Related } from "@/lib/operations/rows/related";
import { columnsFor, serializeRows } from "@/lib/operations/rows/serialize";
import { type Filter, isRelatedName, type Projects, type SortKey } from "@/lib/schema/filter";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Selection } from "@/lib/schema/query/select";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import type { ShortenedRow } from "@/lib/store/port/shortened-row";
import type { Reader } from "@/lib/store/port/store";
import { cursorColumns } from "./cursor";
import { type Release, reserveMemory } from "./reply-memory";

/** Maximum length of a reply, in bytes of its texts. */
const mostInReply = 64_000_000;
/** Longer pages are read again in portions of about this size while they are sent. */
const portionBytes = 2_000_000;
/** A portion holds no more rows, because the lengths leave out short values. */
const portionRows = 100;
/** Shorter pages are sent at once. */
const mostAtOnce = 1_000_000;
/** A portion is in memory as rows, and in part as JSON and as bytes. */
const copies = 2;

/** Records of a reply: their source and the selected fields. */
export interface Shown {
  /** Caller whose share of the memory for long replies is used. */
  readonly callerScope: string;
  readonly reader: Reader;
  readonly resource: Resource;
  readonly projects: Projects;
  /** Condition on the records that the caller may read. */
  readonly filter?: Filter | undefined;
  readonly selection: Selection;
}

/** Rows of a page with their serialized lengths, fields of related records included. */
export interface Measured {
  readonly rows: readonly ShortenedRow[];
  readonly lengths: readonly number[];
  /** Related records, unless they are too long to be held. */
  readonly related: Related | undefined;
}

/** Records that are read in portions while they are sent. */
export interface Portions {
  readonly records: AsyncGenerator<readonly Row[]>;
  /** Releases their memory. Call it when reading stops, at the end or before. */
  readonly end: Release;
}

const idLists = new WeakMap<Resource, readonly Column[]>();

/** Measures rows that were read without their long values. */
export async function measure(
  { reader, resource, selection }: Shown,
  rows: readonly ShortenedRow[],
): Promise<Measured> {
  const kept = idLists.get(resource);
  const lists = kept ?? shapeOf(resource).columns.filter(({ field }) => kindOf(field).holdsIds);
  idLists.set(resource, lists);
  const own = rows.map(({ row, bytes }) =>
    lists.reduce((sum, list) => sum + idBytes(row, list), bytes),
  );
  if (!selection.hasNested) return { rows, lengths: own, related: new Map() };
  const plain = rows.map(({ row }) => row);
  const { lengths, related } = await measureRelated(reader, plain, selection);
  return { rows, lengths: own.map((length, at) => length + (lengths[at] ?? 0)), related };
}

/** Returns the length of a list's ids as JSON. */
function idBytes(row: Row, { name }: Column): number {
  const ids = row[name];
  return Array.isArray(ids) ? ids.length * 39 : 0;
}

/** Returns how many of the first records have a total length of at most `bytes`. */
export function howManyFit({ lengths }: Measured, bytes: number): number {
  let sum = 0;
  const at = lengths.findIndex((length) => {
    sum += length;
    return sum > bytes;
  });
  return at < 0 ? lengths.length : at;
}

/** Throws 400 if the records together exceed the reply limit, and names the `limit` that fits. */
export function assertNotTooLong(measured: Measured): void {
  const fitting = howManyFit(measured, mostInReply);
  if (fitting === measured.lengths.length) return;
  const most = `${mostInReply / 1_000_000} MB`;
  if (fitting === 0)
    throw tooLong("select", `A record is longer than ${most}: select fewer fields.`);
  const total = Math.ceil(measured.lengths.reduce((sum, one) => sum + one, 0) / 1_000_000);
  const message = `The records of this page are ${total} MB long, and a reply holds at most ${most}: send limit ${fitting} or less, select fewer fields, or page with cursor.`;
  throw tooLong("limit", message);
}

function tooLong(field: string, message: string): AppError {
  return new AppError("page_too_large", message, {
    faults: [{ pointer: `/${field}`, field, message }],
  });
}

/** Returns the serialized records of a short page; otherwise undefined. */
export async function wholePage(
  { reader, selection }: Shown,
  { rows, lengths, related }: Measured,
): Promise<readonly Row[] | undefined> {
  const length = lengths.reduce((sum, one) => sum + one, 0);
  if (!related || length > mostAtOnce || rows.some(({ isCut }) => isCut)) return undefined;
  const plain = rows.map(({ row }) => row);
  return serializeRows(reader, plain, selection, related);
}

/**
 * Returns the records in portions. A record changed since the page was read is returned as it is
 * when its portion is read; a record deleted since is left out. Throws 503 if other long replies
 * leave no memory.
 */
export function portionsOf(shown: Shown, measured: Measured): Portions {
  const groups = groupsOf(measured);
  const largest = Math.max(0, ...groups.map(({ length }) => length));
  const { rows, lengths } = measured;
  const kept = rows.reduce((sum, { isCut }, at) => sum + (isCut ? 0 : (lengths[at] ?? 0)), 0);
  const end = reserveMemory(shown.callerScope, kept + copies * largest);
  return { records: readPortions(shown, measured, groups), end };
}

/** Consecutive records that are read together. */
interface Group {
  readonly rows: readonly ShortenedRow[];
  readonly length: number;
}

/** Splits a page into portions up to `portionBytes`; a longer record is a portion of its own. */
export function groupsOf({ rows, lengths }: Pick<Measured, "rows" | "lengths">): readonly Group[] {
  const groups: { rows: ShortenedRow[]; length: number }[] = [];
  for (const [at, row] of rows.entries()) {
    const length = lengths[at] ?? 0;
    const last = groups.at(-1);
    const isFull = last !== undefined && last.rows.length >= portionRows;
    if (last && !isFull && last.length + length <= portionBytes) {
      last.rows.push(row);
      last.length += length;
    } else groups.push({ rows: [row], length });
  }
  return groups;
}

async function* readPortions(
  shown: Shown,
  { related }: Measured,
  groups: readonly Group[],
): AsyncGenerator<readonly Row[]> {
  for (const { rows } of groups) {
    await yieldInTurn();
    const whole = await wholeRows(shown, rows);
    await yieldInTurn();
    yield await serializeRows(shown.reader, whole, shown.selection, related);
  }
}

/** Returns rows with their long values, in their order, without rows deleted since. */
export async function wholeRows(
  { reader, resource, projects, filter, selection }: Shown,
  rows: readonly ShortenedRow[],
  extra: readonly string[] = [],
): Promise<readonly Row[]> {
  if (!rows.some(({ isCut }) => isCut)) return rows.map(({ row }) => row);
  const values = rows.map(({ row }) => String(row._id));
  const byId = { op: "in", column: "_id", values } as const;
  const found = await reader.find(resource, {
    projects,
    filter: both(filter, byId) ?? byId,
    columns: columnsFor(selection, ["_id", ...extra.filter((name) => !isRelatedName(name))]),
  });
  const byTheirId = new Map(found.map((row) => [row._id, row]));
  return rows.flatMap(({ row }) => {
    const whole = byTheirId.get(row._id);
    return whole ? [{ ...row, ...whole }] : [];
  });
}

/** Returns the row with its sort values, however long they are. */
export async function sortedBy(
  shown: Shown,
  sort: readonly SortKey[],
  { row, isCut, ...rest }: ShortenedRow,
): Promise<Row> {
  const lacks = (key: SortKey) => !key.related && (row[key.column] ?? null) === null;
  const mayLack = isCut && sort.some(lacks);
  if (!mayLack) return row;
  const [whole] = await wholeRows(shown, [{ row, isCut, ...rest }], cursorColumns(sort));
  return whole ?? row;
}
