import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import type { Spelling } from "./engine";
import { Lru } from "./lru";
import type { Plans } from "./plans";
import type { Table } from "./table";
import { columnOf } from "./template";

/** Makes a record of a row as the driver gives it. */
export type Decoder = (stored: readonly unknown[]) => Row;

const decoders = new WeakMap<Table, Lru<Decoder>>();

/** The decoder of a set of columns, made once; `key` tells the sets of one table apart. */
export function decoderOf(
  { spelling }: Plans,
  table: Table,
  columns: readonly string[],
  key: string,
): Decoder {
  const known = decoders.get(table) ?? new Lru<Decoder>(100);
  decoders.set(table, known);
  const decoder = known.get(key) ?? makeDecoder(spelling, table, columns);
  known.set(key, decoder);
  return decoder;
}

function makeDecoder(spelling: Spelling, table: Table, columns: readonly string[]): Decoder {
  const decode = columns.map(
    (name) => spelling.storage[columnOf(table, name).codec.type].decode ?? asStored,
  );
  return (stored) => {
    const row: { [column: string]: JsonValue } = {};
    for (const [place, name] of columns.entries()) {
      const value = stored[place];
      row[name] = value === null ? null : (decode[place] ?? asStored)(value);
    }
    return row;
  };
}

/** Text and numbers lie in the database as they are answered. */
function asStored(value: unknown): JsonValue {
  return value as JsonValue;
}
