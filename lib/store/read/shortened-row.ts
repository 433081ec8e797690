import { sql } from "kysely";
import type { Dialect, Sql } from "@/lib/store/port/engine";
import type { ByteLimit, ShortenedRow } from "@/lib/store/port/shortened-row";
import type { Table } from "@/lib/store/schema/table";
import { columnOf } from "@/lib/store/statement/parameterized-filter";
import { columnsKey, type Decoder } from "./decode";

/** Columns to read, and the longest bulky value in bytes; absent: no limit. */
export interface WantedColumns {
  readonly columns: readonly string[];
  readonly mostBytes?: number;
}

/** Returns the cache key for the columns that a statement reads. */
export function keyOfColumns({ columns, mostBytes }: WantedColumns): string {
  const name = columnsKey(columns);
  return mostBytes === undefined ? name : `${name} to ${mostBytes}`;
}

interface Shortening {
  /** Positions of the columns that may hold long values. */
  readonly bulky: readonly number[];
  /** Longest value that is read. */
  readonly mostBytes: number;
}

/** Returns the columns to shorten and their limit. */
export function shortening(
  table: Table,
  columns: readonly string[],
  { bytes, rows }: ByteLimit,
): Shortening {
  const bulky = columns.flatMap((name, place) => (isBulky(table, name) ? [place] : []));
  return { bulky, mostBytes: Math.floor(bytes / (rows * Math.max(1, bulky.length))) };
}

/** Records are not sorted by long values of related records, so a related column is short. */
function isBulky(table: Table, name: string): boolean {
  return !name.includes(".") && columnOf(table, name).codec.isBulky === true;
}

/**
 * Returns the columns of a SELECT. With `mostBytes`, longer values of bulky columns are omitted;
 * their lengths take their positions or, added up, follow all columns. Neither engine reads a long
 * value to get its length.
 */
export function selectedColumns(
  { orLength, long = asItIs }: Dialect,
  table: Table,
  { columns, mostBytes }: WantedColumns,
  relatedOf: (name: string) => Sql | undefined,
): Sql[] {
  const ref = (name: string) => relatedOf(name) ?? sql.ref(`t.${columnOf(table, name).name}`);
  const wholeOf = (name: string) => (isBulky(table, name) ? long(ref(name)) : ref(name));
  if (mostBytes === undefined) return columns.map(wholeOf);
  const all = columns.map((name) => ({ name, isLong: isBulky(table, name) }));
  const most = sql.lit(mostBytes);
  if (orLength) {
    return all.map(({ name, isLong }) => (isLong ? orLength(ref(name), most) : ref(name)));
  }
  const isTooLong = (name: string) => sql`octet_length(${ref(name)}) > ${most}`;
  const leftOut = all.flatMap(({ name, isLong }) =>
    isLong ? [sql`case when ${isTooLong(name)} then octet_length(${ref(name)}) else 0 end`] : [],
  );
  const selected = all.map(({ name, isLong }) =>
    isLong ? sql`case when ${isTooLong(name)} then null else ${ref(name)} end` : ref(name),
  );
  return [...selected, sql.join(leftOut, sql` + `)];
}

const asItIs = (column: Sql): Sql => column;

/** Measures and decodes a row; `width` is the number of its columns. */
export function shortenedRow(
  stored: unknown[],
  decode: Decoder,
  bulky: readonly number[],
  width: number,
): ShortenedRow {
  let leftOut = Number(stored[width] ?? 0);
  let bytes = 0;
  for (const place of bulky) {
    const value = stored[place];
    if (typeof value === "string" || value instanceof Uint8Array) bytes += value.length;
    else if (typeof value === "number") {
      leftOut += value;
      stored[place] = null;
    }
  }
  return { row: decode(stored), bytes: bytes + leftOut, isCut: leftOut > 0 };
}
