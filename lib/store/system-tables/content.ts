import { sql } from "kysely";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { queryRows, runStatement } from "@/lib/store/statement/run-statement";

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
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = Buffer.from(bytes.subarray(from, from + pieceBytes));
    await runStatement(context, "put content", (values) => {
      const [record, place] = [values.add(id), values.add(from / pieceBytes)];
      const content = values.add(piece);
      return () =>
        sql`insert into ${table} (record_id, place, bytes) values (${record}, ${place}, ${content})`;
    });
  }
}

/** Returns a chunk of a record's bytes, or undefined after the last. */
export async function contentPiece(
  context: ReadContext,
  id: string,
  at: number,
): Promise<Uint8Array | undefined> {
  const [row] = await queryRows(context, "content piece", (values) => {
    const [record, place] = [values.add(id), values.add(at)];
    return () => sql`select bytes from ${table} where record_id = ${record} and place = ${place}`;
  });
  return row?.[0] instanceof Uint8Array ? row[0] : undefined;
}

/** Deletes the bytes of a deleted record. */
export async function dropContent(
  context: ReadContext,
  { resource }: Table,
  id: string,
): Promise<void> {
  if (!resource.holdsBytes) return;
  await runStatement(context, "drop content", (values) => {
    const record = values.add(id);
    return () => sql`delete from ${table} where record_id = ${record}`;
  });
}
