import { StartupError } from "@/lib/startup-error";
import type { Connection, Spelling, Sql } from "@/lib/store/engine";
import { readableFile } from "@/lib/store/sqlite/readable-file";
import { refusePostgres } from "./refuse-postgres";

/** A database that is open for reading alone, beside whoever serves it. */
export interface Readable {
  readonly connection: Connection;
  readonly spelling: Spelling;
  readonly engine: "sqlite" | "postgres";
  /** The text of a piece of SQL and its parameters. */
  compile(statement: Sql): { readonly sql: string; readonly parameters: readonly unknown[] };
  /** The names of all tables. */
  tables(): Promise<readonly string[]>;
  columns(table: string): Promise<readonly string[]>;
  /** What the engine itself finds wrong with what it stores; empty when nothing. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * Opens what `url` (`file:` and a path) names for reading; a server may have it open. Throws a `StartupError` when there
 * is nothing or it is no database of Tocsin's.
 */
export async function openReadable(url: string): Promise<Readable> {
  refusePostgres(url);
  if (url.startsWith("file:")) return readableFile(url.slice("file:".length));
  throw new StartupError(
    "A database in memory can be read by its own server alone: name a file instead.",
  );
}

/** The rows of a statement. */
export function rowsOf(readable: Readable, statement: Sql): Promise<unknown[][]> {
  const { sql, parameters } = readable.compile(statement);
  return readable.connection.rows(sql, parameters);
}
