import { StartupError } from "@/lib/startup-error";
import type { Sql } from "@/lib/store/port/engine";
import { isPostgresUrl } from "@/lib/store/postgres/connection/address";
import { readableServer } from "@/lib/store/postgres/dump/readable-server";
import { readableFile } from "@/lib/store/sqlite/file/readable-file";
import type { TableSource } from "./deployment-tables";

/** A database that is open for reading alone, beside whoever serves it. */
export interface ReadableDatabase extends TableSource {
  readonly engine: "sqlite" | "postgres";
  /** The version of the engine, such as `15.14`. */
  readonly version: string;
  /** What the engine itself finds wrong with what it stores; empty when nothing. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * Opens what `url` (`file:` and a path, or `postgres://…`) names for reading; a server may have it open. Throws a
 * `StartupError` when there is nothing or it is no database of Tocsin's.
 */
export async function openReadable(url: string): Promise<ReadableDatabase> {
  if (isPostgresUrl(url)) return await readableServer(url);
  if (url.startsWith("file:")) return readableFile(url.slice("file:".length));
  throw new StartupError(
    "A database in memory can be read by its own server alone: name a file instead.",
  );
}

/** The rows of a statement. */
export function rowsOf(readable: ReadableDatabase, statement: Sql): Promise<unknown[][]> {
  const { sql, parameters } = readable.compile(statement);
  return readable.connection.rows(sql, parameters);
}
