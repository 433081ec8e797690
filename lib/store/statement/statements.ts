import type { Dialect, Engine, Parameter, Sql } from "@/lib/store/port/engine";
import type { TextIndex } from "@/lib/store/port/text-index";
import type { Table } from "@/lib/store/schema/table";
import { Lru } from "./lru";
import { Param, Values } from "./parameterized-filter";

/** A statement built once for all values: `order` maps its parameters to the values. */
export interface Statement {
  readonly sql: string;
  readonly order: readonly number[];
}

/** A statement cache with the tables and the engine. */
export class Statements {
  readonly tables: ReadonlyMap<string, Table>;
  readonly dialect: Dialect;
  readonly textIndex: TextIndex;
  /** Whether a deleted project may still have records, which reads must hide. */
  hidesDeleted: boolean;
  /** Number of deletions of projects that writes have begun, committed or not. */
  #deletions = 0;
  readonly #engine: Engine;
  readonly #statements = new Lru<Statement>(500);
  readonly #asked = new Lru<true>(1_000);

  constructor(engine: Engine, tables: ReadonlyMap<string, Table>) {
    this.#engine = engine;
    this.tables = tables;
    this.dialect = engine.dialect;
    this.textIndex = engine.textIndex;
    // Another process may delete a project at any time.
    this.hidesDeleted = engine.isShared;
  }

  /** Returns the table of a resource. Throws when the store was opened without it. */
  table(path: string): Table {
    const table = this.tables.get(path);
    if (!table) throw new Error(`The store was opened without the resource ${path}.`);
    return table;
  }

  get deletions(): number {
    return this.#deletions;
  }

  /** Hides the records of deleted projects, before the write that deletes one is committed. */
  hideDeleted(): void {
    this.#deletions += 1;
    this.hidesDeleted = true;
  }

  /**
   * Called after the commit of a write. `deletions` is their number when the write found no deleted
   * project with remaining records; undefined if it did not. Another write of the commit may have
   * begun a deletion since.
   */
  noneDeleted(deletions: number | undefined): void {
    if (deletions === this.#deletions) this.hidesDeleted = this.#engine.isShared;
  }

  values(): Values {
    return new Values(this.tables, this.dialect);
  }

  /** Returns true if the statement of a cache key is not built, and is asked for the first time. */
  isNew(key: string): boolean {
    if (this.#statements.get(key) || this.#asked.get(key)) return false;
    this.#asked.set(key, true);
    return true;
  }

  /**
   * Returns the statement of a cache key, built on first use. The key must include everything that
   * `build` depends on.
   */
  prepare(key: string, build: () => Sql): Statement {
    const known = this.#statements.get(key);
    if (known) return known;
    const { sql, parameters } = build().compile(this.dialect.builder);
    const statement = { sql, order: parameters.map(paramIndex) };
    this.#statements.set(key, statement);
    return statement;
  }
}

/** Returns the parameters of a statement for the values of one call. */
export function bind({ order }: Statement, values: Values): Parameter[] {
  return order.map((index) => {
    const value = values.list[index];
    if (value === undefined) throw new Error("A statement lacks a value.");
    return value;
  });
}

function paramIndex(parameter: unknown): number {
  if (parameter instanceof Param) return parameter.index;
  throw new Error("A value stands in a statement that should come with each call.");
}
