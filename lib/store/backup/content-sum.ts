import { sql } from "kysely";
import { lastBackupSetting } from "@/lib/store/port/last-backup";
import type { ReadableDatabase } from "@/lib/store/port/readable-database";
import { searchSetting } from "@/lib/store/upgrade/rebuild-text-index";
import type { TableSelection } from "./deployment-tables";
import { sumOf, type TableSum } from "./table-rows";

/**
 * Excludes settings about derived data, which may differ between engines and versions, and the note
 * of the last backup, which is written after the backup.
 */
const content = sql`name not like 'counters of %' and name not in (${searchSetting}, ${lastBackupSetting})`;

/** Returns the sum of a table as its manifest holds it. Throws when a column is missing. */
export function contentSum(readable: ReadableDatabase, table: TableSelection): Promise<TableSum> {
  return sumOf(readable, table, table.name === "tocsin_setting" ? content : undefined);
}
