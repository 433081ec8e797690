import { sql } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import type { Dialect, Sql } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import { columnOf, type Param, type Values } from "@/lib/store/statement/parameterized-filter";
import { columnsKey } from "./decode";
import type { JsonColumn } from "./shortened-row";

/**
 * Every visible column of a table, of which a statement reads those whose bits are set in masks. One
 * statement serves all selections, so that a selection that comes once needs no statement of its own.
 */
export interface MaskedColumns {
  readonly names: readonly string[];
  readonly masks: readonly Param[];
  /** Longer values are not read. */
  readonly mostBytes: number;
}

/** Bits of a mask. JavaScript shifts numbers of 32 bits. */
const bitsOfMask = 30;

/** Position of the first value in a row. The length of the long values comes before it. */
const firstPlace = 1;

/**
 * Returns the columns with masks for the fields of `json`. Returns undefined if a field shows the
 * presence of a value or a hidden column, or if a long column is read for the order alone.
 */
export function maskedColumns(
  values: Values,
  table: Table,
  { fields, bulky, mostBytes }: JsonColumn,
): MaskedColumns | undefined {
  const names = table.visible;
  const places = placesIn(names);
  const long = new Set(bulky);
  const bits: number[] = Array(Math.ceil(names.length / bitsOfMask)).fill(0);
  for (const { column, shows } of fields) {
    if (shows === "nothing") continue;
    const place = shows === "value" ? places.get(column) : undefined;
    if (place === undefined) return undefined;
    const group = Math.floor(place / bitsOfMask);
    bits[group] = (bits[group] ?? 0) | (1 << (place % bitsOfMask));
    long.delete(column);
  }
  // The length of a column that is not selected counts, too.
  if (long.size > 0) return undefined;
  return { names, masks: bits.map((mask) => values.add(mask)), mostBytes };
}

/** Returns the cache key of a statement that reads masked columns. */
export function keyOfMasked({ names, mostBytes }: MaskedColumns): string {
  return `masked ${columnsKey(names)} to ${mostBytes}`;
}

/** Returns the columns of a SELECT: the length of all long values, then the values. */
export function selectMasked(
  table: Table,
  { names, masks, mostBytes }: MaskedColumns,
  isBulky: (name: string) => boolean,
): Sql[] {
  const lengths: Sql[] = [];
  const selected = names.map((name, place) => {
    const ref = sql.ref(`t.${columnOf(table, name).name}`);
    const bit = sql.lit(1 << (place % bitsOfMask));
    const isWanted = sql`${masks[Math.floor(place / bitsOfMask)]} & ${bit}`;
    if (!isBulky(name)) return sql`case when ${isWanted} then ${ref} end`;
    lengths.push(sql`case when ${isWanted} then coalesce(octet_length(${ref}), 0) else 0 end`);
    const isShort = sql`octet_length(${ref}) <= ${sql.lit(mostBytes)}`;
    return sql`case when ${isWanted} and ${isShort} then ${ref} end`;
  });
  const length = lengths.length === 0 ? sql.lit(0) : sql.join(lengths, sql` + `);
  return [length, ...selected];
}

/** A row of masked columns: its fields as JSON, and the columns behind them. */
interface MaskedRow {
  /** Undefined if the long values of the record together are too long. */
  readonly text: string | undefined;
  readonly others: readonly unknown[];
}

/** A field of a record: the text before its value, and the position of the value, if it is read. */
interface Part {
  readonly prefix: string;
  readonly place?: number;
  readonly decode?: (stored: unknown) => JsonValue;
}

/** Returns the function that writes the fields of a row as `JSON.stringify` writes the record. */
export function maskedReader(
  dialect: Dialect,
  table: Table,
  { fields, mostBytes }: JsonColumn,
): (stored: readonly unknown[]) => MaskedRow {
  const places = placesIn(table.visible);
  const width = firstPlace + table.visible.length;
  const parts = fields.map(({ name, column, shows }, n): Part => {
    const prefix = `${n === 0 ? "" : ","}${JSON.stringify(name)}:`;
    const place = shows === "value" ? places.get(column) : undefined;
    if (place === undefined) return { prefix };
    const { decode } = dialect.storage[columnOf(table, column).codec.type];
    return { prefix, place: firstPlace + place, ...(decode && { decode }) };
  });
  return (stored) => {
    const others = stored.slice(width);
    if (Number(stored[0]) > mostBytes) return { text: undefined, others };
    let text = "{";
    for (const { prefix, place, decode } of parts) {
      const value = place === undefined ? null : stored[place];
      text += prefix + JSON.stringify(value === null || !decode ? value : decode(value));
    }
    return { text: `${text}}`, others };
  };
}

const placesByNames = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

function placesIn(names: readonly string[]): ReadonlyMap<string, number> {
  const known = placesByNames.get(names);
  if (known) return known;
  const places = new Map(names.map((name, place) => [name, place]));
  placesByNames.set(names, places);
  return places;
}
