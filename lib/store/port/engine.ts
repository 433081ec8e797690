import type { CreateTableBuilder, RawBuilder } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import type { Slices } from "@/lib/store/concurrency/time-slices";
import type { DatabaseFacts, PoolLoad, SnapshotForm } from "./database-facts";
import type { AuthDatabase, Found, TextSearch, WriteOptions } from "./store";

/** A piece of SQL. */
export type Sql = RawBuilder<unknown>;

/** How a column is kept; each engine says which SQL type that is and how values get in and out. */
export type StoredType = "text" | "date" | "integer" | "number" | "boolean" | "json";

/** What a driver takes as a parameter. */
export type Parameter = string | number | boolean | null | Uint8Array;

/** An engine's side of a stored type. Without `encode` or `decode` the value is the same on both sides. */
export interface Storage {
  readonly sql: string;
  readonly encode?: (value: JsonValue) => Parameter;
  readonly decode?: (stored: unknown) => JsonValue;
}

/** A connection that runs one statement at a time. Errors of the driver come out as `AppError`s. */
export interface Connection {
  /**
   * The rows as arrays, in the order selected. `timed`: the statement obeys the query deadline, or takes `mostMs` at most
   * where the engine reads in slices.
   */
  rows(
    sql: string,
    parameters: readonly unknown[],
    timed?: boolean,
    mostMs?: number,
  ): Promise<unknown[][]>;
  /** The number of rows changed. */
  run(sql: string, parameters: readonly unknown[]): Promise<number>;
}

/** Where a text lies. */
export interface TextOperand {
  /** The id of its record. */
  readonly id: Sql;
  /** The names of its table and column. */
  readonly column: string;
}

/** The expressions that engines spell differently. All take and give SQL pieces; values are bound. */
export interface Dialect {
  readonly storage: Readonly<Record<StoredType, Storage>>;
  /** The type of a column of bytes. */
  readonly bytes: string;
  /** The same value, but out of reach of every index: for when a better one is known. */
  readonly unindexed: (column: Sql) => Sql;
  /** True while the deadline is ahead; throws `query_too_expensive` after it. Stands first in a WHERE. */
  readonly inTime: Sql;
  /** The same, but the clock is looked at for each row: for reads of which one row may take long. */
  readonly inTimeEachRow: Sql;
  /** Whether `text` holds, begins or ends with `part`, which is in lower case, in any case. */
  readonly contains: (text: Sql, part: Sql, place: TextOperand) => Sql;
  readonly startsWith: (text: Sql, part: Sql, place: TextOperand) => Sql;
  readonly endsWith: (text: Sql, part: Sql, place: TextOperand) => Sql;
  /** Unicode lower-casing. */
  readonly lower: (text: Sql) => Sql;
  /** The elements of a JSON array as a query of one column, `value`. */
  readonly elements: (json: Sql) => Sql;
  /** Whether the key at `path` of a JSON column equals a value of a type; `value` as `jsonValue` gives it. */
  readonly jsonEquals: (json: Sql, path: readonly Sql[], type: JsonType, value: Sql) => Sql;
  readonly jsonValue: (value: JsonValue) => Parameter;
  /** A key of a path as `jsonEquals` takes it. */
  readonly jsonKey: (key: string) => Parameter;
  /** A column whose values may be long, in the form that is read fastest and that `decode` takes; absent: as it is. */
  readonly long?: (column: Sql) => Sql;
  /** A text, or in place of one of more than `mostBytes` its length; absent where one column cannot answer both. */
  readonly orLength?: (column: Sql, mostBytes: Sql) => Sql;
  /** One key of an ORDER BY, nulls first when ascending and last when descending. */
  readonly orderKey: (column: Sql, direction: "asc" | "desc", mayBeNull: boolean) => Sql;
  /** LIMIT and OFFSET, either of which may be missing. */
  readonly page: (limit: Sql | undefined, skip: Sql | undefined) => Sql;
  /** Makes a table whose rows lie in the order of their primary key, where the engine can. */
  readonly clustered: <T extends CreateTableBuilder<string, string>>(table: T) => T;
  /** Adds a primary key that counts up, without gaps, in the order of commits. */
  readonly sequence: (
    table: CreateTableBuilder<string, string>,
    name: string,
  ) => CreateTableBuilder<string, string>;
  /** The next value of such a key where an insert must give it. */
  readonly nextOf?: (table: string, name: string) => Sql;
}

export type JsonType = "text" | "number" | "true" | "false" | "null" | "array" | "object";

/** What a record is found by over all resources, its texts folded as `lib/schema/search-text/search-text.ts` does. */
export interface TextEntry {
  readonly path: string;
  readonly id: string;
  readonly projectId: string | null;
  /** Everything it is found by, one text a line. */
  readonly text: string;
  /** What a question must be the same as to name this record exactly. */
  readonly names: readonly string[];
}

/** An index of texts over all resources, kept within the transactions that change records. */
export interface TextIndex {
  /** Makes the index where it is missing and empties it. */
  reset(connection: Connection): Promise<void>;
  /** Gives an index that is filled what it has gained since; absent where that is nothing. */
  complete?(connection: Connection): Promise<void>;
  put(connection: Connection, entry: TextEntry): Promise<void>;
  /** Takes a record out; nothing happens when it is not in. */
  remove(connection: Connection, path: string, id: string): Promise<void>;
  /** Records that hold every word asked for: those named exactly first, then those put in last. */
  find(connection: Connection, search: TextSearch): Promise<readonly Found[]>;
}

/** Called with each statement of a write before it runs; what it throws fails the statement. */
export type StatementHook = (sql: string) => void;

/** What a transaction gives while it lasts; each part throws once it has ended. */
export interface EngineTransaction {
  readonly connection: Connection;
  readonly authDatabase: AuthDatabase;
}

/** An open database, whatever its engine. */
export interface Engine {
  readonly dialect: Dialect;
  readonly textIndex: TextIndex;
  /** Builds statements; executing them on it waits for the transaction under way. */
  readonly authDatabase: AuthDatabase;
  /** Reads what is committed. */
  readonly reading: Connection;
  /** How long reads share the event loop; absent where a server does the work. */
  readonly slices?: Slices;
  /** Reads from those that stand by, where there are any: what they know may be old. */
  readonly replica?: Connection;
  /** The connections to a server at this moment, by what they are for; none where there is no server. */
  pools(): Readonly<Record<string, PoolLoad>>;
  /** True where other processes may write to the same database: then nothing that was read may be kept. */
  readonly isShared: boolean;
  /**
   * Runs `work` in one transaction: all of it or, when it throws, none. No other transaction of the deployment runs
   * meanwhile, in whatever process, so what it has read still holds when it commits. `work` may be run again from
   * its beginning when the engine had to undo it.
   */
  transaction<T>(
    work: (transaction: EngineTransaction) => Promise<T>,
    manner?: WriteOptions,
  ): Promise<T>;
  /** Throws `unavailable` when the database is closed. */
  assertOpen(): void;
  /** Brings a database up to date while no other process does so, however long it takes. */
  bringUpToDate(work: () => Promise<void>): Promise<void>;
  /** The names of all tables and of their columns. */
  tables(connection: Connection): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** The names of all indexes. */
  indexNames(connection: Connection): Promise<string[]>;
  /** As `Store.snapshotForm`. */
  snapshotForm(): Promise<SnapshotForm>;
  /** The whole database as a file of its own. Throws `unavailable` when that cannot be made now. */
  snapshot(): Promise<AsyncIterable<Uint8Array>>;
  /** How large the database is and what it is at. */
  facts(): Promise<DatabaseFacts>;
  /** Waits for the transaction under way, then closes. */
  close(): Promise<void>;
}
