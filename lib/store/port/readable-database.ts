import type { Connection, Dialect } from "./engine";

/** A database of any engine whose tables can be read. */
export interface TableSource {
  readonly connection: Connection;
  readonly dialect: Dialect;
  /** Returns the names of all tables. */
  tables(): Promise<readonly string[]>;
  columns(table: string): Promise<readonly string[]>;
}

/** A database opened for reading only, while a server may use it. */
export interface ReadableDatabase extends TableSource {
  /** The version of the engine, such as `15.14`. */
  readonly version: string;
  /** Returns the faults that the engine's own check finds. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}
