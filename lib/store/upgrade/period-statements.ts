import { type CompiledQuery, sql } from "kysely";
import { periodTable } from "@/lib/store/periods/period-table";
import type { Dialect } from "@/lib/store/port/engine";

/** Returns the statements that create the table of packed events. */
export function periodStatements({
  builder: db,
  storage,
  bytes,
  clustered,
}: Dialect): readonly CompiledQuery[] {
  const text = sql.raw(storage.text.sql);
  return [
    clustered(
      db.schema
        .createTable(periodTable)
        .addColumn("owner_id", text, (column) => column.notNull())
        .addColumn("week", "integer", (column) => column.notNull())
        .addColumn("project_id", text, (column) => column.notNull())
        .addColumn("ends_at", "bigint", (column) => column.notNull())
        .addColumn("periods", sql.raw(bytes))
        .addPrimaryKeyConstraint("tocsin_period_key", ["owner_id", "project_id", "week"]),
    ).compile(),
    db.schema
      .createIndex("tocsin_period_end")
      .on(periodTable)
      .columns(["owner_id", "project_id", "ends_at", "week"])
      .compile(),
  ];
}
