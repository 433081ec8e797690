import { sql } from "kysely";
import type { Access } from "./access";
import { fill } from "./plans";
import type { Table } from "./table";

/** The table of what records hold besides their columns: bytes in pieces. */
export const contentTable = "tocsin_content";

/** The paths of the resources whose records hold bytes. */
const withContent: ReadonlySet<string> = new Set(["file"]);

const pieceBytes = 262_144;
const table = sql.table(contentTable);

/** Keeps the bytes of a record. */
export async function putContent(
  { connection, plans }: Access,
  id: string,
  bytes: Uint8Array,
): Promise<void> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const values = plans.values();
    const [record, place] = [values.take(id), values.take(from / pieceBytes)];
    const piece = Buffer.from(bytes.subarray(from, from + pieceBytes));
    const content = values.take(piece);
    const plan = plans.plan(
      "put content",
      () =>
        sql`insert into ${table} (record_id, place, bytes) values (${record}, ${place}, ${content})`,
    );
    await connection.run(plan.sql, fill(plan, values));
  }
}

/** One piece of the bytes of a record, or undefined after the last. */
export async function contentPiece(
  { connection, plans }: Access,
  id: string,
  at: number,
): Promise<Uint8Array | undefined> {
  const values = plans.values();
  const [record, place] = [values.take(id), values.take(at)];
  const plan = plans.plan(
    "content piece",
    () => sql`select bytes from ${table} where record_id = ${record} and place = ${place}`,
  );
  const [row] = await connection.rows(plan.sql, fill(plan, values));
  return row?.[0] instanceof Uint8Array ? row[0] : undefined;
}

/** Drops the bytes of a record that is gone. */
export async function dropContent(
  { connection, plans }: Access,
  { resource }: Table,
  id: string,
): Promise<void> {
  if (!withContent.has(resource.path)) return;
  const values = plans.values();
  const record = values.take(id);
  const plan = plans.plan(
    "drop content",
    () => sql`delete from ${table} where record_id = ${record}`,
  );
  await connection.run(plan.sql, fill(plan, values));
}
