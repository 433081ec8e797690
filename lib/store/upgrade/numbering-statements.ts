import { type CompiledQuery, sql } from "kysely";
import type { Dialect } from "@/lib/store/port/engine";

/** Table of the commits whose entries of the change log have no number yet. */
export const unnumberedTable = "tocsin_unnumbered";

/**
 * Returns the statements that let entries of the change log be stored without a number. A new
 * database has no log yet: it is created in this form.
 */
export function numberingStatements({ builder: db, numbersLater }: Dialect): CompiledQuery[] {
  if (!numbersLater) return [];
  const log = sql`alter table if exists change_log`;
  return [
    sql`create table if not exists ${sql.table(unnumberedTable)} (id bigint generated always as identity primary key, entries text[] not null)`,
    sql`${log} drop constraint if exists change_log_pkey, drop constraint if exists change_log__id_key`,
    sql`${log} alter column sequence drop not null, add primary key (_id)`,
  ].map((statement) => statement.compile(db));
}
