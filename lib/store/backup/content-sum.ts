import { sql } from "kysely";
import type { TableSelection } from "@/lib/store/kept-tables";
import { lastBackupSetting } from "@/lib/store/last-backup";
import { searchSetting } from "@/lib/store/search-rebuild";
import { sumOf, type TableSum } from "@/lib/store/table-rows";
import type { ReadableDatabase } from "./readable";

/**
 * Settings that say how what is derived was derived, which may differ between engines and versions, and the note of the
 * last backup, which comes after it.
 */
const content = sql`name not like 'counters of %' and name not in (${searchSetting}, ${lastBackupSetting})`;

/** The sum of a table as a manifest holds it. Throws when a column is not there. */
export function contentSum(readable: ReadableDatabase, table: TableSelection): Promise<TableSum> {
  return sumOf(readable, table, table.name === "tocsin_setting" ? content : undefined);
}
