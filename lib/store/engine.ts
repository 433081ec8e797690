import type { CreateTableBuilder, RawBuilder } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import type { AuthDatabase } from "./store";

/** A piece of SQL. */
export type Sql = RawBuilder<unknown>;

/** How a column is kept; each engine says which SQL type that is and how values get in and out. */
export type StoredType = "text" | "date" | "integer" | "number" | "boolean" | "json";

/** What a driver takes as a parameter. */
export type Parameter = string | number | boolean | null;

/** An engine's side of a stored type. Without `encode` or `decode` the value is the same on both sides. */
export interface Storage {
  readonly sql: string;
  readonly encode?: (value: JsonValue) => Parameter;
  readonly decode?: (stored: unknown) => JsonValue;
}

/** A connection that runs one statement at a time. Errors of the driver come out as `AppError`s. */
export interface Connection {
  /** The rows as arrays, in the order selected. `timed`: the statement obeys the query deadline. */
  rows(sql: string, parameters: readonly unknown[], timed?: boolean): Promise<unknown[][]>;
  /** The number of rows changed. */
  run(sql: string, parameters: readonly unknown[]): Promise<number>;
}

/** The expressions that engines spell differently. All take and give SQL pieces; values are bound. */
export interface Spelling {
  readonly storage: Readonly<Record<StoredType, Storage>>;
  /** The same value, but out of reach of every index: for when a better one is known. */
  readonly unindexed: (column: Sql) => Sql;
  /** True while the deadline is ahead; throws `query_too_expensive` after it. Stands first in a WHERE. */
  readonly inTime: Sql;
  /** Whether `text` holds, begins or ends with `part`, which is in lower case, in any case. */
  readonly contains: (text: Sql, part: Sql) => Sql;
  readonly startsWith: (text: Sql, part: Sql) => Sql;
  readonly endsWith: (text: Sql, part: Sql) => Sql;
  /** Unicode lower-casing. */
  readonly lower: (text: Sql) => Sql;
  /** The elements of a JSON array as a query of one column, `value`. */
  readonly elements: (json: Sql) => Sql;
  /** Whether the key at `path` of a JSON column equals a value of a type; `value` as `jsonValue` gives it. */
  readonly jsonEquals: (json: Sql, path: readonly Sql[], type: JsonType, value: Sql) => Sql;
  readonly jsonValue: (value: JsonValue) => Parameter;
  /** One key of an ORDER BY, nulls first when ascending and last when descending. */
  readonly orderKey: (column: Sql, direction: "asc" | "desc") => Sql;
  /** LIMIT and OFFSET, either of which may be missing. */
  readonly page: (limit: Sql | undefined, skip: Sql | undefined) => Sql;
  /** Makes a table whose rows lie in the order of their primary key, where the engine can. */
  readonly clustered: <T extends CreateTableBuilder<string, string>>(table: T) => T;
}

export type JsonType = "text" | "number" | "true" | "false" | "null" | "array" | "object";

/** What a transaction gives while it lasts; each part throws once it has ended. */
export interface Transaction {
  readonly connection: Connection;
  readonly authDatabase: AuthDatabase;
}

/** An open database, whatever its engine. */
export interface Engine {
  readonly spelling: Spelling;
  /** Builds statements; executing them on it waits for the transaction under way. */
  readonly authDatabase: AuthDatabase;
  /** Reads what is committed. */
  readonly reading: Connection;
  /** Runs `work` in one transaction, alone: all of it or, when it throws, none. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Throws `unavailable` when the database is closed. */
  assertOpen(): void;
  /** The names of all indexes. */
  indexNames(connection: Connection): Promise<string[]>;
  /** Waits for the transaction under way, then closes. */
  close(): Promise<void>;
}
