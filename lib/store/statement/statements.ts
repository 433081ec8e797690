import type { Dialect, Engine, Parameter, Sql, TextIndex } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import { Lru } from "./lru";
import { Param, Values } from "./parameterized-filter";

/** A statement built once for all values: `order` says which value stands at which parameter. */
export interface Statement {
  readonly sql: string;
  readonly order: readonly number[];
}

/** What reads and writes are made from: the tables, the engine and the statements built so far. */
export class Statements {
  readonly tables: ReadonlyMap<string, Table>;
  readonly dialect: Dialect;
  readonly textIndex: TextIndex;
  /** Whether some deleted project may still have records, which reads must leave out. */
  hidesDeleted: boolean;
  readonly #engine: Engine;
  readonly #statements = new Lru<Statement>(500);

  constructor(engine: Engine, tables: ReadonlyMap<string, Table>) {
    this.#engine = engine;
    this.tables = tables;
    this.dialect = engine.dialect;
    this.textIndex = engine.textIndex;
    // Another process may delete a project at any time.
    this.hidesDeleted = engine.isShared;
  }

  /** The table of a resource. Throws when the store was opened without it. */
  table(path: string): Table {
    const table = this.tables.get(path);
    if (!table) throw new Error(`The store was opened without the resource ${path}.`);
    return table;
  }

  /** To be called inside a transaction that has found no deleted project with records left. */
  noneDeleted(): void {
    this.hidesDeleted = this.#engine.isShared;
  }

  values(): Values {
    return new Values(this.tables, this.dialect);
  }

  /** The plan of a key, built when it is new. The key must tell apart all that `build` may differ in. */
  prepare(key: string, build: () => Sql): Statement {
    const known = this.#statements.get(key);
    if (known) return known;
    const { sql, parameters } = build().compile(this.#engine.authDatabase.db);
    const statement = { sql, order: parameters.map(paramIndex) };
    this.#statements.set(key, statement);
    return statement;
  }
}

/** The parameters of a plan for the values of one call. */
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
