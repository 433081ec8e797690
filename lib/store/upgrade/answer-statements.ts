import { type CompiledQuery, sql } from "kysely";
import type { Dialect } from "@/lib/store/port/engine";

/**
 * Returns the statements that name callers of stored replies by type and id. A key and a user may
 * have the same id, and earlier rows have the id alone. These count for both until they expire.
 */
export function answerStatements({ builder: db }: Dialect): CompiledQuery[] {
  const answers = sql.table("tocsin_kept_answer");
  const others = sql`path, key, body_hash, record_id, answer, kept_at`;
  const isOld = sql`caller not like '% %'`;
  return [
    sql`insert into ${answers} (caller, ${others}) select 'user ' || caller, ${others} from ${answers} where ${isOld}`,
    sql`update ${answers} set caller = 'apiKey ' || caller where ${isOld}`,
  ].map((statement) => statement.compile(db));
}
