import { sql } from "kysely";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind } from "@/lib/store/statement/statements";

/** Table of the bytes of records, in chunks. */
export const contentTable = "tocsin_content";

const pieceBytes = 262_144;
const table = sql.table(contentTable);

/** Stores the bytes of a record. */
export async function putContent(
  { connection, statements }: ReadContext,
  id: string,
  bytes: Uint8Array,
): Promise<void> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const values = statements.values();
    const [record, place] = [values.add(id), values.add(from / pieceBytes)];
    const piece = Buffer.from(bytes.subarray(from, from + pieceBytes));
    const content = values.add(piece);
    const statement = statements.prepare(
      "put content",
      () =>
        sql`insert into ${table} (record_id, place, bytes) values (${record}, ${place}, ${content})`,
    );
    await connection.run(statement.sql, bind(statement, values));
  }
}

/** Returns a chunk of a record's bytes, or undefined after the last. */
export async function contentPiece(
  { connection, statements }: ReadContext,
  id: string,
  at: number,
): Promise<Uint8Array | undefined> {
  const values = statements.values();
  const [record, place] = [values.add(id), values.add(at)];
  const statement = statements.prepare(
    "content piece",
    () => sql`select bytes from ${table} where record_id = ${record} and place = ${place}`,
  );
  const [row] = await connection.rows(statement.sql, bind(statement, values));
  return row?.[0] instanceof Uint8Array ? row[0] : undefined;
}

/** Deletes the bytes of a deleted record. */
export async function dropContent(
  { connection, statements }: ReadContext,
  { resource }: Table,
  id: string,
): Promise<void> {
  if (!resource.holdsBytes) return;
  const values = statements.values();
  const record = values.add(id);
  const statement = statements.prepare(
    "drop content",
    () => sql`delete from ${table} where record_id = ${record}`,
  );
  await connection.run(statement.sql, bind(statement, values));
}
