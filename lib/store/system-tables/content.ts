import { sql } from "kysely";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { statementsOn } from "@/lib/store/statement/run-statement";

/** Table of the bytes of records, in chunks. */
export const contentTable = "tocsin_content";

const pieceBytes = 262_144;
const table = sql.table(contentTable);

/** Stores the bytes of a record. */
export async function putContent(
  context: ReadContext,
  id: string,
  bytes: Uint8Array,
): Promise<void> {
  const { run } = statementsOn(context);
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = Buffer.from(bytes.subarray(from, from + pieceBytes));
    const row = [id, from / pieceBytes, piece];
    await run`insert into ${table} (record_id, place, bytes) values (${row})`;
  }
}

/** Returns a chunk of a record's bytes, or undefined after the last. */
export async function contentPiece(
  context: ReadContext,
  id: string,
  at: number,
): Promise<Uint8Array | undefined> {
  const { rows } = statementsOn(context);
  const [row] = await rows`select bytes from ${table} where record_id = ${id} and place = ${at}`;
  return row?.[0] instanceof Uint8Array ? row[0] : undefined;
}

/** Deletes the bytes of a deleted record. */
export async function dropContent(
  context: ReadContext,
  { resource }: Table,
  id: string,
): Promise<void> {
  if (!resource.holdsBytes) return;
  await statementsOn(context).run`delete from ${table} where record_id = ${id}`;
}
