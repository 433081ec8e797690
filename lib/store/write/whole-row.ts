import { sql } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import type { Dialect, Parameter } from "@/lib/store/port/engine";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import { encoderOf, Param } from "@/lib/store/statement/parameterized-filter";
import type { Statement, Statements } from "@/lib/store/statement/statements";

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

/** Returns the statement that stores whole rows, with their parameters one row after another. */
export function insertionOf(statements: Statements, table: Table, rows: number): Statement {
  return statements.prepare(`insert ${table.name} ${rows}`, () => {
    const { names } = wholeRowOf(statements.dialect, table);
    const columns = names.map((name) => sql.ref(name));
    const lines = Array.from({ length: rows }, (_, row) => {
      const params = names.map((_, place) => sql`${new Param(row * names.length + place)}`);
      return sql`(${sql.join(params)})`;
    });
    return sql`insert into ${sql.table(table.name)} (${sql.join(columns)}) values ${sql.join(lines)}`;
  });
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

/** Adds the defaults: a project's project is itself, and a record starts at version 1. */
export function completed(table: Table, row: Row): Row {
  const version = row["version"] ?? 1;
  const isProject = table.resource.scope === "self";
  const projectId = (isProject ? row["_id"] : row["projectId"]) ?? null;
  if (version === row["version"] && projectId === (row["projectId"] ?? null)) return row;
  return isProject ? { ...row, version, projectId } : { ...row, version };
}
