import { isStartupError } from "@/lib/startup-error";
import { openReadable } from "@/lib/store/backup/readable-database";
import { leaseNames, shownLease } from "./import-lease";

/**
 * Returns the process of an import that has not ended in a database, which another process may have
 * open; undefined if there is none, or the database cannot be read.
 */
export async function unendedImport(url: string): Promise<string | undefined> {
  try {
    const readable = await openReadable(url);
    try {
      const statement = `select value from tocsin_setting where name like '${leaseNames}' and value <> 'null'`;
      const [[value] = []] = await readable.connection.rows(statement, []);
      return value === undefined ? undefined : shownLease(String(value));
    } finally {
      await readable.close();
    }
  } catch (error) {
    if (!isStartupError(error)) throw error;
    return undefined;
  }
}
