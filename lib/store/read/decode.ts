import type { JsonValue } from "@/lib/schema/json";
import { copyableRow } from "@/lib/schema/record/copyable-row";
import type { Row } from "@/lib/schema/row";
import type { Table } from "@/lib/store/schema/table";
import { Lru } from "@/lib/store/statement/lru";
import { columnNamed } from "@/lib/store/statement/related-value";
import type { Statements } from "@/lib/store/statement/statements";

/** Decodes a driver's row into a record. */
export type Decoder = (stored: readonly unknown[]) => Row;

const decoders = new WeakMap<Table, Lru<Decoder>>();

/** Returns the cached decoder of a list of columns. */
export function decoderOf(
  statements: Statements,
  table: Table,
  columns: readonly string[],
): Decoder {
  const key = columnsKey(columns);
  const ofTable = decoders.get(table) ?? new Lru<Decoder>(100);
  const known = ofTable.get(key);
  if (known) return known;
  const decoder = makeDecoder(statements, table, columns);
  ofTable.set(key, decoder);
  decoders.set(table, ofTable);
  return decoder;
}

const namesByColumns = new WeakMap<readonly string[], string>();
const namesByText = new Lru<string>(1_000);
let named = 0;

/**
 * Returns a short name for a list of columns, equal for equal lists: comparing statements by all
 * columns is slow.
 */
export function columnsKey(columns: readonly string[]): string {
  const known = namesByColumns.get(columns);
  if (known !== undefined) return known;
  const text = columns.join();
  const name = namesByText.get(text) ?? String(named++);
  namesByText.set(text, name);
  namesByColumns.set(columns, name);
  return name;
}

function makeDecoder(statements: Statements, table: Table, columns: readonly string[]): Decoder {
  const { dialect, tables } = statements;
  const decode = columns.map(
    (name) => dialect.storage[columnNamed(table, name, tables).codec.type].decode ?? asStored,
  );
  const blank = copyableRow(columns.map((name) => [name, null]));
  return (stored) => {
    const row: { [column: string]: JsonValue } = { ...blank };
    let place = 0;
    for (const name of columns) {
      const value = stored[place];
      row[name] = value === null ? null : (decode[place] ?? asStored)(value);
      place += 1;
    }
    return row;
  };
}

/** Text and numbers are stored as they are returned. */
function asStored(value: unknown): JsonValue {
  return value as JsonValue;
}
