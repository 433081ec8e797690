import { StartupError } from "@/lib/startup-error";
import type { Sql } from "@/lib/store/port/engine";
import type { ReadableDatabase } from "@/lib/store/port/readable-database";
import { isPostgresUrl } from "@/lib/store/postgres/connection/address";
import { readableServer } from "@/lib/store/postgres/dump/readable-server";
import { readableFile } from "@/lib/store/sqlite/file/readable-file";

/**
 * Opens the database at `url` (`file:` and a path, or `postgres://…`) for reading; a server may
 * have it open. Throws a `StartupError` when there is no database or it is not Tocsin's.
 */
export async function openReadable(url: string): Promise<ReadableDatabase> {
  if (isPostgresUrl(url)) return await readableServer(url);
  if (url.startsWith("file:")) return readableFile(url.slice("file:".length));
  throw new StartupError(
    "A database in memory can be read by its own server alone: name a file instead.",
  );
}

/** Returns the rows of a statement. */
export function rowsOf(readable: ReadableDatabase, statement: Sql): Promise<unknown[][]> {
  const { sql, parameters } = statement.compile(readable.dialect.builder);
  return readable.connection.rows(sql, parameters);
}

/** Returns the number that a statement selects; 0 without a row. */
export async function countOf(readable: ReadableDatabase, statement: Sql): Promise<number> {
  const [row] = await rowsOf(readable, statement);
  return Number(row?.[0] ?? 0);
}
