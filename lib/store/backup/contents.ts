import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Resource } from "@/lib/schema/resource";
import { contentTable } from "@/lib/store/content";
import type { Sql, StoredType } from "@/lib/store/engine";
import { tablesOf } from "@/lib/store/tables";
import { type Readable, rowsOf } from "./readable";

/** How a column's values count: as the store types them, as bytes, or however the engine answers them. */
export type ContentType = StoredType | "bytes" | "plain";

/** What a table holds, in a form that is the same whatever engine holds it. */
export interface TableContents {
  readonly name: string;
  readonly rows: number;
  /** The sum of the SHA-256 of all rows modulo 2^256, in hex: the order of rows does not matter. */
  readonly checksum: string;
  /** The columns that were counted in, by name. */
  readonly columns: Readonly<Record<string, ContentType>>;
}

/** A table and the columns of it that hold what people entered, not what was derived from it. */
export type TableShape = Pick<TableContents, "name" | "columns">;

/** The tables that hold all that a deployment knows, as this version keeps them; derived ones are left out. */
export async function shapesOf(
  readable: Readable,
  resources: Iterable<Resource>,
): Promise<TableShape[]> {
  const present = await readable.tables();
  const defined = [...tablesOf(resources).values()].map(({ name, columns }) => ({
    name,
    columns: Object.fromEntries(columns.map(({ name: column, codec }) => [column, codec.type])),
  }));
  const accounts = present.filter((name) => name.startsWith("auth_")).sort();
  const signIn = await Promise.all(accounts.map((name) => accountShape(readable, name)));
  return [...defined, ...ownShapes, ...signIn].filter(({ name }) => present.includes(name));
}

const texts = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name): [string, ContentType] => [name, "text"]));

const ownShapes: readonly TableShape[] = [
  { name: "tocsin_setting", columns: texts("name", "value") },
  { name: "tocsin_counter", columns: { name: "text", value: "integer" } },
  {
    name: "tocsin_kept_answer",
    columns: texts("caller", "path", "key", "body_hash", "record_id", "answer", "kept_at"),
  },
  { name: contentTable, columns: { record_id: "text", place: "integer", bytes: "bytes" } },
];

/** The sign-in library makes its tables itself. */
async function accountShape(readable: Readable, name: string): Promise<TableShape> {
  const columns = [...(await readable.columns(name))].sort();
  return { name, columns: Object.fromEntries(columns.map((one) => [one, "plain" as const])) };
}

/** What tells the rows of a table apart, where that is not `_id`. */
const keys: Readonly<Record<string, readonly string[]>> = {
  tocsin_setting: ["name"],
  tocsin_counter: ["name"],
  tocsin_kept_answer: ["caller", "path", "key"],
  [contentTable]: ["record_id", "place"],
};

/** Settings that say how what is derived was derived: they may differ between engines and versions. */
const derivedSettings = sql`name not like 'counters of %' and name <> 'search index'`;

/** Counts the rows of a table and adds them up. Throws when a column is not there. */
export async function contentsOf(readable: Readable, shape: TableShape): Promise<TableContents> {
  const { name, columns } = shape;
  const known = keys[name] ?? [name.startsWith("auth_") ? "id" : "_id"];
  const names = [...known, ...Object.keys(columns)].map((column) => sql.ref(column));
  const key = sql.join(known.map((column) => sql.ref(column)));
  // Pieces of files are large; a row of anything else is some kilobytes at most.
  const atOnce = name === contentTable ? 16 : 500;
  let sum = 0n;
  let rows = 0;
  let last: unknown[] | undefined;
  do {
    const after: Sql = last ? sql`(${key}) > (${sql.join(last)})` : sql`1 = 1`;
    const only = name === "tocsin_setting" ? sql`${after} and ${derivedSettings}` : after;
    const page = await rowsOf(
      readable,
      sql`select ${sql.join(names)} from ${sql.table(name)} where ${only} order by ${key} limit ${sql.lit(atOnce)}`,
    );
    for (const row of page) sum += digestOf(readable, Object.values(columns), row, known.length);
    rows += page.length;
    last = page.length === atOnce ? page.at(-1)?.slice(0, known.length) : undefined;
  } while (last);
  return { name, columns, rows, checksum: (sum % 2n ** 256n).toString(16).padStart(64, "0") };
}

function digestOf(
  { spelling }: Readable,
  types: readonly ContentType[],
  row: readonly unknown[],
  from: number,
): bigint {
  const values = types.map((type, place) => {
    const value = row[place + from] ?? null;
    if (value === null) return null;
    if (type === "bytes" || type === "plain") return plain(value);
    const { decode } = spelling.storage[type];
    return inOneOrder(decode ? decode(value) : plain(value));
  });
  return BigInt(`0x${createHash("sha256").update(JSON.stringify(values)).digest("hex")}`);
}

/** Times, truths and bytes as both engines can answer them. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint") return Number(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}

/** An engine may keep the keys of an object in an order of its own. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, held]) => [key, inOneOrder(held)]);
}
