import { sql } from "kysely";
import type { Dialect, JsonEntry, Sql } from "@/lib/store/port/engine";
import type { JsonField } from "@/lib/store/port/prepared";
import type { ByteLimit, ShortenedRow } from "@/lib/store/port/shortened-row";
import type { Table } from "@/lib/store/schema/table";
import { columnOf } from "@/lib/store/statement/parameterized-filter";
import { columnsKey, type Decoder } from "./decode";
import { keyOfMasked, type MaskedColumns, selectMasked } from "./masked-columns";

/** Columns to read, and the longest bulky value in bytes; absent: no limit. */
export interface WantedColumns {
  readonly columns: readonly string[];
  readonly mostBytes?: number;
  /** Characters that are read of a text above `mostBytes`; absent: it is omitted. */
  readonly beginning?: number | undefined;
  /** A first column with some fields of the record as JSON. */
  readonly json?: JsonColumn;
  /** The columns that are read for the fields of `json`, which JavaScript writes. */
  readonly masked?: MaskedColumns;
}

/** Fields as one JSON text; null when the `bulky` columns together are longer than `mostBytes`. */
export interface JsonColumn {
  readonly fields: readonly JsonField[];
  readonly bulky: readonly string[];
  readonly mostBytes: number;
}

/** Returns the cache key for the columns that a statement reads. */
export function keyOfColumns(wanted: WantedColumns): string {
  const { columns, mostBytes, beginning = "", json, masked } = wanted;
  if (masked) return `${keyOfMasked(masked)} ${columnsKey(columns)}`;
  if (json) {
    const parts = [columnsKey(columns), keyOfFields(json.fields), columnsKey(json.bulky)];
    return `json ${parts.join()} to ${json.mostBytes}`;
  }
  const name = columnsKey(columns);
  return mostBytes === undefined ? name : `${name} to ${mostBytes} ${beginning}`;
}

const keysByFields = new WeakMap<readonly JsonField[], string>();

function keyOfFields(fields: readonly JsonField[]): string {
  const known = keysByFields.get(fields);
  if (known !== undefined) return known;
  const key = columnsKey(fields.map(({ name, column, shows }) => `${name} ${column} ${shows}`));
  keysByFields.set(fields, key);
  return key;
}

/** The columns that may hold long values: their positions and names. */
interface Bulky {
  readonly places: readonly number[];
  readonly names: readonly string[];
}

interface Shortening {
  readonly bulky: Bulky;
  /** Longest value that is read. */
  readonly mostBytes: number;
}

/** Returns the columns to shorten and their limit. */
export function shortening(
  table: Table,
  columns: readonly string[],
  { bytes, rows }: ByteLimit,
): Shortening {
  const bulky = bulkyOf(table, columns);
  return { bulky, mostBytes: Math.floor(bytes / (rows * Math.max(1, bulky.places.length))) };
}

const bulkyByColumns = new WeakMap<Table, WeakMap<readonly string[], Bulky>>();

function bulkyOf(table: Table, columns: readonly string[]): Bulky {
  const ofTable = bulkyByColumns.get(table) ?? new WeakMap<readonly string[], Bulky>();
  bulkyByColumns.set(table, ofTable);
  const known = ofTable.get(columns);
  if (known) return known;
  const places = columns.flatMap((name, place) => (isBulky(table, name) ? [place] : []));
  const bulky = { places, names: places.flatMap((place) => columns[place] ?? []) };
  ofTable.set(columns, bulky);
  return bulky;
}

/** Records are not sorted by long values of related records, so a related column is short. */
function isBulky(table: Table, name: string): boolean {
  return !name.includes(".") && columnOf(table, name).codec.isBulky === true;
}

/**
 * Returns the columns of a SELECT. With `mostBytes`, longer values of bulky columns are omitted;
 * their lengths take their positions or, added up, follow all columns. Neither engine reads a long
 * value to get its length. With `beginning`, the beginnings of longer texts take their positions.
 */
export function selectedColumns(
  dialect: Dialect,
  table: Table,
  wanted: WantedColumns,
  relatedOf: (name: string) => Sql | undefined,
): Sql[] {
  const { long = asItIs } = dialect;
  const { columns, mostBytes, json, masked } = wanted;
  const ref = (name: string) => relatedOf(name) ?? sql.ref(`t.${columnOf(table, name).name}`);
  const wholeOf = (name: string) => (isBulky(table, name) ? long(ref(name)) : ref(name));
  if (masked) {
    return [...selectMasked(table, masked, (name) => isBulky(table, name)), ...columns.map(ref)];
  }
  if (json) return [jsonColumn(dialect, table, json), ...columns.map(ref)];
  if (mostBytes === undefined) return columns.map(wholeOf);
  const parts = columns.map(
    (name): Selected => ({ column: ref(name), form: formOf(table, name, wanted) }),
  );
  return shortenedColumns(dialect, parts, sql.lit(mostBytes), sql.lit(wanted.beginning));
}

/** A column, and its form above the limit: it is always whole, or begun, or left out. */
interface Selected {
  readonly column: Sql;
  readonly form: "whole" | "begun" | "omitted";
}

function formOf(table: Table, name: string, { beginning }: WantedColumns): Selected["form"] {
  if (!isBulky(table, name)) return "whole";
  const isText = columnOf(table, name).codec.type === "text";
  return isText && beginning !== undefined ? "begun" : "omitted";
}

function shortenedColumns(
  { orLength }: Dialect,
  parts: readonly Selected[],
  most: Sql,
  beginning: Sql,
): Sql[] {
  const isTooLong = (column: Sql) => sql`octet_length(${column}) > ${most}`;
  const omitted = (column: Sql) =>
    orLength?.(column, most) ?? sql`case when ${isTooLong(column)} then null else ${column} end`;
  const selected = parts.map(({ column, form }) => {
    if (form === "whole") return column;
    if (form === "omitted") return omitted(column);
    return sql`case when ${isTooLong(column)} then substr(${column}, 1, ${beginning}) else ${column} end`;
  });
  if (orLength) return selected;
  const leftOut = parts
    .filter(({ form }) => form === "omitted")
    .map(
      ({ column }) => sql`case when ${isTooLong(column)} then octet_length(${column}) else 0 end`,
    );
  return [...selected, leftOut.length === 0 ? sql.lit(0) : sql.join(leftOut, sql` + `)];
}

function jsonColumn(
  { jsonObject }: Dialect,
  table: Table,
  { fields, bulky, mostBytes }: JsonColumn,
): Sql {
  if (!jsonObject) throw new Error("The engine makes no JSON.");
  const ref = (name: string) => sql.ref(`t.${columnOf(table, name).name}`);
  const entries = fields.map(({ name, column, shows }): JsonEntry => {
    if (shows === "nothing") return { name, column: sql`null`, type: "text" };
    const type = shows === "presence" ? "presence" : columnOf(table, column).codec.type;
    return { name, column: ref(column), type };
  });
  if (bulky.length === 0) return jsonObject(entries);
  const lengths = bulky.map((name) => sql`coalesce(octet_length(${ref(name)}), 0)`);
  return sql`case when ${sql.join(lengths, sql` + `)} > ${sql.lit(mostBytes)} then null else ${jsonObject(entries)} end`;
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
