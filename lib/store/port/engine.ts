import type { CreateTableBuilder, Kysely, RawBuilder } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import type { StoredType } from "@/lib/schema/values/kind";
import type { Slices } from "@/lib/store/concurrency/time-slices";
import type { Catalog } from "./database-facts";
import type { OpenDatabase } from "./open-database";
import type { WriteOptions } from "./store";
import type { TextIndex, TextOperand } from "./text-index";
import type { Topic } from "./topic";

/** A piece of SQL. */
export type Sql = RawBuilder<unknown>;

/** A value that a driver accepts as a parameter. */
export type Parameter = string | number | boolean | null | Uint8Array;

/**
 * An engine's form of a stored type. Without `encode` or `decode` the value is the same on both
 * sides.
 */
export interface Storage {
  readonly sql: string;
  readonly encode?: (value: JsonValue) => Parameter;
  readonly decode?: (stored: unknown) => JsonValue;
}

/** A connection that runs one statement at a time. Driver errors are rethrown as `AppError`s. */
export interface Connection {
  /**
   * Returns the rows as arrays, in the order selected. `timed`: the statement obeys the query
   * deadline, or takes at most `mostMs` where the engine reads in slices.
   */
  rows(
    sql: string,
    parameters: readonly unknown[],
    timed?: boolean,
    mostMs?: number,
  ): Promise<unknown[][]>;
  /** Returns the number of changed rows. */
  run(sql: string, parameters: readonly unknown[]): Promise<number>;
  /**
   * Runs a statement without waiting for its answer. A failure is thrown by a later statement, or by
   * the end of the write. Absent: `run` waits for no server.
   */
  send?(sql: string, parameters: readonly unknown[]): Promise<void>;
}

/** Expressions that differ between engines. All take and return SQL pieces; values are bound. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** Builds statements. It has no connection to run them. */
  readonly builder: Kysely<Record<string, Record<string, unknown>>>;
  readonly storage: Readonly<Record<StoredType, Storage>>;
  /** Type of a bytes column. */
  readonly bytes: string;
  /** The same value, hidden from the planner, for when a better index is known. */
  readonly unindexed: (column: Sql) => Sql;
  /** The planner knows how often the frequent values of a column occur, not only their average. */
  readonly knowsFrequentValues: boolean;
  /** True before the deadline; throws `query_too_expensive` after it. Comes first in a WHERE. */
  readonly inTime: Sql;
  /** As `inTime`, but checks the clock for each row, for reads where one row may take long. */
  readonly inTimeEachRow: Sql;
  /**
   * Whether `text` contains, starts or ends with `part`, ignoring case; `part` is folded by `foldCase`.
   */
  readonly contains: (text: Sql, part: Sql, place: TextOperand) => Sql;
  readonly startsWith: (text: Sql, part: Sql, place: TextOperand) => Sql;
  readonly endsWith: (text: Sql, part: Sql, place: TextOperand) => Sql;
  /** Unicode lower-casing. */
  readonly lower: (text: Sql) => Sql;
  /** The elements of a JSON array as a query of one column, `value`. */
  readonly elements: (json: Sql) => Sql;
  /** The same for a parameter that holds an array, which stands in the statement once. */
  readonly listed: (json: Sql) => Sql;
  /**
   * Whether the key at `path` of a JSON column equals a value of a type; `value` comes from
   * `jsonValue`.
   */
  readonly jsonEquals: (json: Sql, path: readonly Sql[], type: JsonType, value: Sql) => Sql;
  /**
   * Whether the key at `path` of a JSON column is a number that compares so with a number, or a text
   * that begins with an ISO 8601 date and compares so with a text, by code point.
   */
  readonly jsonCompare: (
    json: Sql,
    path: readonly Sql[],
    type: "number" | "text",
    sign: Sql,
    value: Sql,
  ) => Sql;
  readonly jsonValue: (value: JsonValue) => Parameter;
  /** Converts a key of a path for `jsonEquals`. */
  readonly jsonKey: (key: string) => Parameter;
  /**
   * The fastest readable form of a column with long values, which `decode` accepts; absent: the
   * column itself.
   */
  readonly long?: (column: Sql) => Sql;
  /** A text, or its length when it exceeds `mostBytes`; absent when one column cannot hold both. */
  readonly orLength?: (column: Sql, mostBytes: Sql) => Sql;
  /**
   * An object of these values as JSON text, equal to `JSON.stringify` of the decoded values; absent
   * when the engine cannot do it.
   */
  readonly jsonObject?: (entries: readonly JsonEntry[]) => Sql;
  /**
   * Two values of a group, in the order of the numbers: the numbers joined by commas, and the bytes
   * joined, in base64 with line breaks. Absent when the engine cannot join bytes.
   */
  readonly joined?: (numbers: Sql, bytes: Sql) => Sql;
  /** One key of an ORDER BY, nulls first when ascending and last when descending. */
  readonly orderKey: (column: Sql, direction: "asc" | "desc", mayBeNull: boolean) => Sql;
  /** LIMIT and OFFSET; either may be missing. */
  readonly page: (limit: Sql | undefined, skip: Sql | undefined) => Sql;
  /** Creates a table stored in primary-key order, if the engine can. */
  readonly clustered: <T extends CreateTableBuilder<string, string>>(table: T) => T;
  /** Adds a number without gaps in commit order: the primary key, or empty if `numbersLater`. */
  readonly sequence: (
    table: CreateTableBuilder<string, string>,
    name: string,
  ) => CreateTableBuilder<string, string>;
  /** True when the engine gives such numbers after the commit. */
  readonly numbersLater: boolean;
  /** The server's time in milliseconds since 1970; absent when this process is the only one. */
  readonly now?: Sql;
}

/** A value of a JSON object: a column of a stored type, or whether a column holds a value. */
export interface JsonEntry {
  readonly name: string;
  readonly column: Sql;
  readonly type: StoredType | "presence";
}

export type JsonType = "text" | "number" | "true" | "false" | "null" | "array" | "object";

/** Called with each statement of a write before it runs; an exception fails the statement. */
export type StatementHook = (sql: string) => void;

/** The parts of an open transaction; each throws once the transaction has ended. */
export interface EngineTransaction {
  readonly connection: Connection;
  /** Makes the commit wake the listeners of a topic, in every process. */
  announce(topic: Topic): void;
  /** The commit that this write is for: the same object for all writes that share it. */
  readonly commit: Commit;
  /** Calls `act` when the write is part of the commit and can no longer fail alone. */
  whenJoined(act: () => void): void;
  /** The only project that the write may change; absent: it may change the whole deployment. */
  readonly project?: string | undefined;
}

/** A commit with its open transaction. */
export interface Commit {
  /** The last work before the commit, after all of its writes. If it throws, all of them fail. */
  finish?: (connection: Connection) => Promise<void>;
  /** The work after `finish`: stores the entries of the change log that are not stored. */
  finishLog?: (connection: Connection) => Promise<void>;
  /** Ids of the entries of the change log that the commit stores, in their order. */
  readonly entries: string[];
}

/** An open database of any engine. */
export interface Engine extends OpenDatabase {
  readonly dialect: Dialect;
  readonly textIndex: TextIndex;
  /** Reads committed data. */
  readonly reading: Connection;
  /** Reads committed data, never from a replica. */
  readonly readingLatest: Connection;
  /** Time slices for reads on the event loop; absent when a server does the work. */
  readonly slices?: Slices;
  /** Reads from replicas, if configured. Results may be stale. */
  readonly replica?: Connection;
  /** True when other processes may write to the same database: reads must not be cached. */
  readonly isShared: boolean;
  /** True when the engine writes several projects at a time. */
  readonly hasProjectLocks: boolean;
  /** The counter `accessCounter` at the latest beginning of a transaction, if it is shared. */
  accessChanges?(): number;
  /**
   * Runs `work` in one transaction, which rolls back when it throws. No other transaction of the
   * deployment runs meanwhile, in any process, so data it has read still holds when it commits. With
   * `manner.project`, the engine may run transactions of other projects meanwhile; then the
   * transaction names the project, and an `OutsideProject` of it rejects unchanged.
   * `work` runs again from the start when the engine had to roll it back.
   */
  transaction<T>(
    work: (transaction: EngineTransaction) => Promise<T>,
    manner?: WriteOptions,
  ): Promise<T>;
  /** Throws `unavailable` when the database is closed. */
  assertOpen(): void;
  /** Runs a migration of any length while no other process migrates. */
  bringUpToDate(work: () => Promise<void>): Promise<void>;
  readonly catalog: Catalog;
}
