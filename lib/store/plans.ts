import type { Engine, Parameter, Spelling, Sql, TextIndex } from "./engine";
import { Lru } from "./lru";
import type { Table } from "./table";
import { Slot, Values } from "./template";

/** A statement built once for all values: `order` says which value stands at which parameter. */
export interface Plan {
  readonly sql: string;
  readonly order: readonly number[];
}

/** What reads and writes are made from: the tables, the engine and the statements built so far. */
export class Plans {
  readonly tables: ReadonlyMap<string, Table>;
  readonly spelling: Spelling;
  readonly textIndex: TextIndex;
  /** Whether some deleted project may still have records, which reads must leave out. */
  hidesLeaving: boolean;
  readonly #engine: Engine;
  readonly #plans = new Lru<Plan>(500);

  constructor(engine: Engine, tables: ReadonlyMap<string, Table>) {
    this.#engine = engine;
    this.tables = tables;
    this.spelling = engine.spelling;
    this.textIndex = engine.textIndex;
    // Another process may delete a project at any time.
    this.hidesLeaving = engine.isShared;
  }

  /** The table of a resource. Throws when the store was opened without it. */
  table(path: string): Table {
    const table = this.tables.get(path);
    if (!table) throw new Error(`The store was opened without the resource ${path}.`);
    return table;
  }

  /** To be called inside a transaction that has found no deleted project with records left. */
  noneLeaving(): void {
    this.hidesLeaving = this.#engine.isShared;
  }

  values(): Values {
    return new Values(this.tables, this.spelling);
  }

  /** The plan of a key, built when it is new. The key must tell apart all that `build` may differ in. */
  plan(key: string, build: () => Sql): Plan {
    const known = this.#plans.get(key);
    if (known) return known;
    const { sql, parameters } = build().compile(this.#engine.authDatabase.db);
    const plan = { sql, order: parameters.map(slotIndex) };
    this.#plans.set(key, plan);
    return plan;
  }
}

/** The parameters of a plan for the values of one call. */
export function fill({ order }: Plan, values: Values): Parameter[] {
  return order.map((index) => {
    const value = values.list[index];
    if (value === undefined) throw new Error("A statement lacks a value.");
    return value;
  });
}

function slotIndex(parameter: unknown): number {
  if (parameter instanceof Slot) return parameter.index;
  throw new Error("A value stands in a statement that should come with each call.");
}
