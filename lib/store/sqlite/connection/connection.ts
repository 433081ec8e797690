import type SqliteDatabase from "better-sqlite3";
import { foldCase } from "@/lib/schema/search-text/search-text";
import { functions } from "@/lib/store/sqlite/sql/dialect";
import { FoldedTexts } from "@/lib/store/sqlite/sql/folded-texts";
import { Lru } from "@/lib/store/statement/lru";
import { Deadline } from "./deadline";
import { translated } from "./errors";

/** A SQLite connection with the store's functions and its prepared statements. */
export class SqliteConnection {
  readonly raw: SqliteDatabase.Database;
  readonly #statements = new Lru<SqliteDatabase.Statement>(500);
  readonly #deadline: Deadline;
  readonly #folded = new FoldedTexts();

  constructor(raw: SqliteDatabase.Database, queryTimeoutMs: number) {
    this.raw = raw;
    this.#deadline = new Deadline(queryTimeoutMs);
    raw.function(functions.lower, { deterministic: true }, (text) =>
      typeof text === "string" ? text.toLowerCase() : text,
    );
    raw.function(functions.foldCase, { deterministic: true }, (text) =>
      typeof text === "string" ? foldCase(text) : text,
    );
    raw.function(functions.jsonNumber, { deterministic: true }, (value) => JSON.stringify(value));
    raw.function(functions.inTime, { deterministic: false }, () => this.#deadline.checkRow());
    raw.function(functions.afterWork, { deterministic: false }, () => this.#deadline.check());
    raw.function(functions.isFolded, { deterministic: false }, (column, id) =>
      this.#folded.has(String(column), String(id)) ? 1 : 0,
    );
    for (const [name, test] of longTests) {
      raw.function(name, { deterministic: false }, (column, id, bytes, part) => {
        this.#deadline.check();
        const text = this.#folded.of(String(column), String(id), bytesOrNull(bytes));
        // SQLite also tests a null field, because it evaluates both sides of AND.
        if (text === undefined) return null;
        return test(text, String(part)) ? 1 : 0;
      });
    }
  }

  /**
   * Returns the rows as arrays. A `timed` statement that exceeds `mostMs`, or the query deadline
   * when absent, throws `query_too_expensive`.
   */
  rows(text: string, parameters: readonly unknown[], timed = false, mostMs?: number): unknown[][] {
    if (timed) this.#deadline.start(mostMs);
    else this.#deadline.suspend();
    return this.#all(text, parameters);
  }

  #all(text: string, parameters: readonly unknown[]): unknown[][] {
    try {
      return rowArrays(this.prepare(text).raw(true).all(parameters));
    } catch (error) {
      throw translated(error);
    } finally {
      this.#folded.clear();
    }
  }

  run(text: string, parameters: readonly unknown[]): number {
    try {
      return this.prepare(text).run(parameters).changes;
    } catch (error) {
      throw translated(error);
    }
  }

  /** Returns the rows as objects; none for a statement that returns none. */
  objects(text: string, parameters: readonly unknown[]): unknown[] {
    const statement = this.prepare(text);
    if (statement.reader) return statement.raw(false).all(parameters);
    this.run(text, parameters);
    return [];
  }

  /** Returns the cached statement of a text; preparing costs more than most runs. */
  prepare(text: string): SqliteDatabase.Statement {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.raw.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

const longTests: readonly (readonly [string, (text: string, part: string) => boolean])[] = [
  [functions.longContains, (text, part) => text.includes(part)],
  [functions.longStartsWith, (text, part) => text.startsWith(part)],
  [functions.longEndsWith, (text, part) => text.endsWith(part)],
];

/** Narrows a blob, which the driver returns as a buffer. */
function bytesOrNull(value: unknown): Uint8Array | null {
  return value instanceof Uint8Array ? value : null;
}

/** In raw mode the driver returns each row as an array. */
function rowArrays(rows: unknown[]): unknown[][] {
  return rows as unknown[][];
}
