import { sql } from "kysely";
import type { Row } from "@/lib/schema/row";
import type { Dialect, Sql } from "@/lib/store/port/engine";
import type { ByteLimit, ShortenedRow } from "@/lib/store/port/shortened-row";
import type { Table } from "@/lib/store/schema/table";
import { columnOf } from "@/lib/store/statement/parameterized-filter";
import { columnsKey, type Decoder } from "./decode";

/** The columns to read, and the longest value of a bulky one, in bytes; absent: however long. */
export interface WantedColumns {
  readonly columns: readonly string[];
  readonly mostBytes?: number;
}

/** What tells statements apart by the columns they read. */
export function keyOfColumns({ columns, mostBytes }: WantedColumns): string {
  const name = columnsKey(columns);
  return mostBytes === undefined ? name : `${name} to ${mostBytes}`;
}

interface Shortening {
  /** The places of the columns that may hold long values. */
  readonly bulky: readonly number[];
  /** The longest value that is read. */
  readonly mostBytes: number;
}

/** Which columns are shortened, and to what. */
export function shortening(
  table: Table,
  columns: readonly string[],
  { bytes, rows }: ByteLimit,
): Shortening {
  const bulky = columns.flatMap((name, place) => (isBulky(table, name) ? [place] : []));
  return { bulky, mostBytes: Math.floor(bytes / (rows * Math.max(1, bulky.length))) };
}

/** Records are not sorted by long values of others, so a column of the record referred to is short. */
function isBulky(table: Table, name: string): boolean {
  return !name.includes(".") && columnOf(table, name).codec.isBulky === true;
}

/**
 * The columns of a SELECT. With `mostBytes`, longer values of bulky columns are left out, and their lengths stand in
 * their places or, added up, behind all columns. Neither engine reads a long value to tell its length.
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

/** A row as the database answered it, measured and decoded; `width` is the number of its columns. */
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
