import { type CompiledQuery, sql } from "kysely";
import type { Dialect } from "@/lib/store/port/engine";
import { jobTable } from "@/lib/store/system-tables/job-table";

/** Returns the statements that create the table of jobs, with a due job for each removal in progress. */
export function jobStatements({ builder: db, storage }: Dialect): CompiledQuery[] {
  const text = sql.raw(storage.text.sql);
  return [
    db.schema
      .createTable(jobTable)
      .addColumn("id", text, (column) => column.primaryKey().notNull())
      .addColumn("kind", text, (column) => column.notNull())
      .addColumn("key", text, (column) => column.notNull())
      .addColumn("payload", text, (column) => column.notNull())
      .addColumn("due_at", "bigint")
      .addColumn("tries", "integer", (column) => column.notNull())
      .addColumn("leased_by", text)
      .addColumn("leased_until", "bigint")
      .addColumn("last_error", text)
      .addUniqueConstraint("tocsin_job_key", ["kind", "key"])
      .compile(),
    db.schema.createIndex("tocsin_job_due_at").on(jobTable).column("due_at").compile(),
    sql`insert into ${sql.table(jobTable)} (id, kind, key, payload, due_at, tries) select name, 'project-removal', substr(name, 17), 'null', ${sql.lit(Date.now())}, 0 from tocsin_setting where name >= 'leaving project ' and name < 'leaving project!'`.compile(
      db,
    ),
  ];
}
