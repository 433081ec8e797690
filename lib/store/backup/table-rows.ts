import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import type { Sql } from "@/lib/store/port/engine";
import type { TableSource } from "@/lib/store/port/readable-database";
import { contentTable } from "@/lib/store/system-tables/content";
import type { ContentType, TableSelection } from "./deployment-tables";

/** A value in a form that does not depend on the engine. */
export type Plain = JsonValue | Uint8Array;

/** Row count and checksum of a table. Equal rows give equal sums in any engine and any order. */
export interface TableSum {
  readonly rows: number;
  /** Sum of the SHA-256 of all rows modulo 2^256, in hex, so the order of rows does not matter. */
  readonly checksum: string;
}

/**
 * Yields the rows of a table in key order, in chunks, as values in plain form. `only` is a
 * condition on the rows.
 */
export async function* rowsOf(
  source: TableSource,
  { name, key, columns }: TableSelection,
  only: Sql = sql`1 = 1`,
): AsyncGenerator<Plain[][]> {
  const types = Object.values(columns);
  const all = sql.join([...Object.keys(columns), ...key].map((column) => sql.ref(column)));
  const order = sql.join(key.map((column) => sql.ref(column)));
  // File contents are large; a row of any other table is a few kilobytes at most.
  const atOnce = name === contentTable ? 16 : 500;
  let last: readonly unknown[] | undefined;
  do {
    const after = last ? sql`and (${order}) > (${sql.join([...last])})` : sql``;
    const page =
      sql`select ${all} from ${sql.table(name)} where ${only} ${after} order by ${order} limit ${sql.lit(atOnce)}`.compile(
        source.dialect.builder,
      );
    const rows = await source.connection.rows(page.sql, page.parameters);
    // SQLite answers synchronously: without a yield, signals would wait until the whole table was
    // read.
    await setImmediate();
    yield rows.map((row) => types.map((type, place) => plain(source, type, row[place])));
    last = rows.length < atOnce ? undefined : rows.at(-1)?.slice(types.length);
  } while (last !== undefined);
}

/** Adds up the row hashes of a table. */
export class RowSum {
  #rows = 0;
  #sum = 0n;

  add(row: readonly Plain[]): void {
    const hash = createHash("sha256").update(JSON.stringify(row.map(inOneForm)));
    this.#rows += 1;
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${hash.digest("hex")}`));
  }

  get total(): TableSum {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(64, "0") };
  }
}

/** Returns the sum of a table. Throws when a column is missing. */
export async function sumOf(
  source: TableSource,
  table: TableSelection,
  only?: Sql,
): Promise<TableSum> {
  const sum = new RowSum();
  for await (const rows of rowsOf(source, table, only)) {
    for (const row of rows) sum.add(row);
  }
  return sum.total;
}

function plain({ dialect }: TableSource, type: ContentType, stored: unknown): Plain {
  if (stored === null || stored === undefined) return null;
  if (stored instanceof Uint8Array) return stored;
  if (type === "plain" || type === "bytes") return asAnswered(stored);
  const { decode } = dialect.storage[type];
  if (decode) return decode(stored);
  return typeof stored === "boolean" ? stored : asAnswered(stored);
}

/** The tables for sign-in hold times and booleans in types that differ between engines. */
function asAnswered(stored: unknown): string | number {
  if (stored instanceof Date) return stored.toISOString();
  if (typeof stored === "boolean" || typeof stored === "bigint") return Number(stored);
  return typeof stored === "number" ? stored : String(stored);
}

/** Bytes become base64 and object keys are sorted, because engines may order keys differently. */
function inOneForm(value: Plain): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return inOneOrder(value);
}

function inOneOrder(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, held]) => [key, inOneOrder(held)]);
}
