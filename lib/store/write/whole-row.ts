import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import type { Dialect, Parameter } from "@/lib/store/port/engine";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import { encoderOf } from "@/lib/store/statement/parameterized-filter";

/** How a table stores a whole row. */
export interface WholeRow {
  /** The columns in the order of the parameters: all but the sequence, which the store assigns. */
  readonly names: readonly string[];
  /** Returns the parameters of a row. An absent value is null. */
  parametersOf(row: Row): Parameter[];
}

const known = new WeakMap<Table, WholeRow>();

/** Returns how a table stores a whole row, worked out once. */
export function wholeRowOf(dialect: Dialect, table: Table): WholeRow {
  const kept = known.get(table);
  if (kept) return kept;
  const cells = table.columns
    .filter(({ name }) => name !== table.sequence)
    .flatMap((column) => cellsOf(dialect, column));
  const made: WholeRow = {
    names: cells.map(({ name }) => name),
    parametersOf: (row) => cells.map(({ source, convert }) => convert(row[source] ?? null)),
  };
  known.set(table, made);
  return made;
}

/** A stored column, and the column of a row that it is converted from. */
interface StoredCell {
  readonly name: string;
  readonly source: string;
  readonly convert: (value: JsonValue) => Parameter;
}

function cellsOf(dialect: Dialect, column: StoredColumn): StoredCell[] {
  const { name, folded } = column;
  const encode = encoderOf(dialect, column);
  const own = { name, source: name, convert: orNull(encode) };
  return folded === undefined ? [own] : [own, { name: folded, source: name, convert: fold }];
}

function orNull(encode: (value: JsonValue) => Parameter): StoredCell["convert"] {
  return (value) => (value === null ? null : encode(value));
}

/** Returns the text of the second column, which comparisons that ignore case read. */
export function fold(value: JsonValue): Parameter {
  return typeof value === "string" ? value.toLowerCase() : null;
}
