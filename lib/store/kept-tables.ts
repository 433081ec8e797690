import { sql } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import { contentTable } from "./content";
import { countTable } from "./counts";
import type { Connection, Engine, Storage } from "./engine";
import type { Table } from "./table";

/** A table whose rows make up a deployment: everything but the version of the schema and what can be made anew. */
export interface KeptTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** How many rows to read at once. */
  readonly atOnce: number;
  /** Columns that the engines keep in different forms. */
  readonly storage: ReadonlyMap<string, Storage>;
}

/** A value in the form that is the same whatever the engine. */
export type Plain = JsonValue | Uint8Array;

const ownKeys: Readonly<Record<string, readonly string[]>> = {
  tocsin_setting: ["name"],
  tocsin_counter: ["name"],
  tocsin_kept_answer: ["caller", "path", "key"],
  [countTable]: ["resource", "column_name", "value", "project_id"],
  [contentTable]: ["record_id", "place"],
};

/** The tables of an open database, by name: those of resources, their lists, the store's own and the sign-in library's. */
export async function keptTables(
  engine: Engine,
  connection: Connection,
  tables: Iterable<Table>,
): Promise<Map<string, KeptTable>> {
  const byName = new Map([...tables].map((table) => [table.name, table]));
  const links = new Set([...byName.values()].flatMap(({ lists }) => lists.map(({ link }) => link)));
  const kept = new Map<string, KeptTable>();
  for (const [name, columns] of [...(await engine.tables(connection))].sort()) {
    const key = keyOf(name, byName, links);
    if (key === undefined) continue;
    const storage = storageOf(engine, byName.get(name));
    const atOnce = name === contentTable ? 20 : 500;
    kept.set(name, { name, key, columns: [...columns].sort(), atOnce, storage });
  }
  return kept;
}

function keyOf(
  name: string,
  tables: ReadonlyMap<string, Table>,
  links: ReadonlySet<string>,
): readonly string[] | undefined {
  const table = tables.get(name);
  if (table) return [table.sequence ?? "_id"];
  if (links.has(name)) return ["ownerId", "targetId"];
  return name.startsWith("auth_") ? ["id"] : ownKeys[name];
}

function storageOf(engine: Engine, table: Table | undefined): Map<string, Storage> {
  return new Map(
    (table?.columns ?? [])
      .filter(({ name }) => name !== table?.sequence)
      .map(({ name, codec }) => [name, engine.spelling.storage[codec.type]]),
  );
}

/** The rows of a table in the order of its key, in pieces, each row with the values of `columns` in their plain form. */
export async function* rowsOf(
  engine: Engine,
  connection: Connection,
  table: KeptTable,
  columns: readonly string[],
): AsyncGenerator<Plain[][]> {
  const { db } = engine.authDatabase;
  const storage = columns.map((name) => table.storage.get(name));
  const key = sql.join(table.key.map((name) => sql.ref(name)));
  const all = sql.join([...columns, ...table.key].map((name) => sql.ref(name)));
  let last: readonly unknown[] | undefined;
  do {
    const after = last && sql` where (${key}) > (${sql.join([...last])})`;
    const page = sql`select ${all} from ${sql.table(table.name)}${after ?? sql``} order by ${key} limit ${sql.lit(table.atOnce)}`;
    const { sql: text, parameters } = page.compile(db);
    const rows = await connection.rows(text, parameters);
    yield rows.map((row) => columns.map((_, place) => plain(row[place], storage[place])));
    last = rows.length < table.atOnce ? undefined : rows.at(-1)?.slice(columns.length);
  } while (last !== undefined);
}

function plain(stored: unknown, storage: Storage | undefined): Plain {
  if (stored === null || stored === undefined) return null;
  if (stored instanceof Uint8Array) return stored;
  if (storage?.decode) return storage.decode(stored);
  // The sign-in library keeps times and truth values as each engine likes them.
  if (stored instanceof Date) return stored.toISOString();
  if (typeof stored === "boolean") return storage ? stored : Number(stored);
  return typeof stored === "number" ? stored : String(stored);
}
