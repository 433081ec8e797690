import { sql } from "kysely";
import type { Resource } from "@/lib/schema/resource";
import { countTable } from "@/lib/store/counts/counts";
import type { ReadableDatabase } from "@/lib/store/port/readable-database";
import { tablesOf } from "@/lib/store/schema/tables";
import { isNotDeleted } from "@/lib/store/system-tables/deleted-projects";
import { rowsOf } from "./readable-database";

/**
 * Returns the number of dangling references in relations that have counters. They are no fault by
 * themselves (`REFERENCES=loose` stores them). Tables that an older version lacks are skipped.
 */
export async function danglingReferencesIn(
  readable: ReadableDatabase,
  resources: Iterable<Resource>,
): Promise<number> {
  const present = new Set(await readable.tables());
  const tables = tablesOf(resources);
  let total = 0;
  for (const { resource, counted, lists } of tables.values()) {
    for (const { name, source } of [...counted, ...lists]) {
      const target = tables.get(source.field.to ?? "");
      if (!target || !present.has(target.name)) continue;
      const [row] = await rowsOf(
        readable,
        sql`select coalesce(sum(c.amount), 0) from ${sql.table(countTable)} as c where c.resource = ${resource.path} and c.column_name = ${name} and c.value <> '' and ${isNotDeleted(sql`c.project_id`)} and not exists (select 1 from ${sql.table(target.name)} as t where t."_id" = c.value)`,
      );
      total += Number(row?.[0] ?? 0);
    }
  }
  return total;
}
