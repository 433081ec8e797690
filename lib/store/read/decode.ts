import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import type { Table } from "@/lib/store/schema/table";
import { Lru } from "@/lib/store/statement/lru";
import { columnNamed } from "@/lib/store/statement/related-value";
import type { Statements } from "@/lib/store/statement/statements";

/** Makes a record of a row as the driver gives it. */
export type Decoder = (stored: readonly unknown[]) => Row;

const decoders = new WeakMap<Table, Lru<Decoder>>();

/** The decoder of a list of columns, made once. */
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

/** A short name for a list of columns, the same for the same ones: to tell statements apart by all of them takes long. */
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
  return (stored) => {
    const row: { [column: string]: JsonValue } = {};
    let place = 0;
    for (const name of columns) {
      const value = stored[place];
      row[name] = value === null ? null : (decode[place] ?? asStored)(value);
      place += 1;
    }
    return row;
  };
}

/** Text and numbers lie in the database as they are answered. */
function asStored(value: unknown): JsonValue {
  return value as JsonValue;
}
