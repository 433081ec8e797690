import type { Connection, Dialect, Sql } from "./engine";

/** A database whose tables are read, whatever its engine. */
export interface TableSource {
  readonly connection: Connection;
  readonly dialect: Dialect;
  /** The text of a piece of SQL and its parameters. */
  compile(statement: Sql): { readonly sql: string; readonly parameters: readonly unknown[] };
  /** The names of all tables. */
  tables(): Promise<readonly string[]>;
  columns(table: string): Promise<readonly string[]>;
}

/** A database that is open for reading alone, beside whoever serves it. */
export interface ReadableDatabase extends TableSource {
  readonly engine: "sqlite" | "postgres";
  /** The version of the engine, such as `15.14`. */
  readonly version: string;
  /** What the engine itself finds wrong with what it stores; empty when nothing. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}
