import type SqliteDatabase from "better-sqlite3";
import { AppError } from "@/lib/errors";
import { Lru } from "@/lib/store/lru";
import { translated } from "./errors";
import { functions } from "./expressions";

/** One SQLite connection with the functions the store needs and its prepared statements. */
export class SqliteConnection {
  readonly raw: SqliteDatabase.Database;
  readonly #statements = new Lru<SqliteDatabase.Statement>(500);
  readonly #deadline: Deadline;

  constructor(raw: SqliteDatabase.Database, queryTimeoutMs: number) {
    this.raw = raw;
    this.#deadline = new Deadline(queryTimeoutMs);
    raw.function(functions.lower, { deterministic: true }, (text) =>
      typeof text === "string" ? text.toLowerCase() : text,
    );
    raw.function(functions.inTime, { deterministic: false }, () => this.#deadline.check());
  }

  /** The rows as arrays. `timed` starts the clock that the statement's own check looks at. */
  rows(text: string, parameters: readonly unknown[], timed = false): unknown[][] {
    if (timed) this.#deadline.start();
    return this.#all(text, parameters);
  }

  /** The rows as arrays, however long it takes: what a write has begun it must be able to finish. */
  rowsUntimed(text: string, parameters: readonly unknown[]): unknown[][] {
    this.#deadline.suspend();
    return this.#all(text, parameters);
  }

  #all(text: string, parameters: readonly unknown[]): unknown[][] {
    try {
      return rowArrays(this.prepare(text).raw(true).all(parameters));
    } catch (error) {
      throw translated(error);
    }
  }

  run(text: string, parameters: readonly unknown[]): number {
    try {
      return this.prepare(text).run(parameters).changes;
    } catch (error) {
      throw translated(error);
    }
  }

  /** The statement for a text; preparing one costs more than running most of them. */
  prepare(text: string): SqliteDatabase.Statement {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.raw.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

/** In raw mode the driver answers each row as an array. */
function rowArrays(rows: unknown[]): unknown[][] {
  return rows as unknown[][];
}

/** Looks at the clock once in 256 rows: the call from SQLite costs more than the count. */
class Deadline {
  readonly #limit: number;
  #end = 0;
  #rows = 0;

  constructor(limitMs: number) {
    this.#limit = limitMs;
  }

  start(): void {
    this.#end = performance.now() + this.#limit;
    this.#rows = 0;
  }

  suspend(): void {
    this.#end = Number.POSITIVE_INFINITY;
  }

  check(): 1 {
    this.#rows += 1;
    if (this.#rows % 256 === 0 && performance.now() > this.#end) {
      throw new AppError(
        "query_too_expensive",
        `The query took longer than ${this.#limit} ms: filter by a project, a relation or a time first.`,
      );
    }
    return 1;
  }
}
