import type { Filter } from "@/lib/schema/filter";
import type { Find } from "@/lib/store/port/store";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { type PageStatement, pageStatement } from "./page-statement";
import { dependsOnData, planConditions } from "./query-plan";
import { isOrderedByRelation } from "./relation-order-scan";
import type { WantedColumns } from "./shortened-row";

/** The statement of a query, kept from one run to the next. */
export class KeptStatement {
  readonly #context: ReadContext;
  readonly #table: Table;
  readonly #ask: Find;
  readonly #wanted: WantedColumns;
  #kept: PageStatement | undefined;

  constructor(context: ReadContext, table: Table, ask: Find, wanted: WantedColumns) {
    this.#context = context;
    this.#table = table;
    this.#ask = ask;
    this.#wanted = wanted;
  }

  /**
   * Returns the statement, whose last condition names the record if there is an `id`. Undefined when
   * the best statement depends on the stored data, which change.
   */
  get(id: string | undefined): PageStatement | undefined {
    this.#kept = this.#current() ?? this.#make(askFor(this.#ask, id));
    // Without a place for the id, the statement would return the record of another one.
    if (id !== undefined && this.#kept?.lastPlaces.length === 0) return undefined;
    return this.#kept;
  }

  /** Returns the kept statement, unless it lacks the condition that hides deleted projects. */
  #current(): PageStatement | undefined {
    const { statements } = this.#context;
    return this.#kept?.isForDeleted === statements.hidesDeleted ? this.#kept : undefined;
  }

  #make(ask: Find): PageStatement | undefined {
    if (isOrderedByRelation(ask)) return undefined;
    const search = planConditions(this.#context, this.#table, ask);
    if (search.projects.length === 0 || dependsOnData(search)) return undefined;
    return pageStatement(this.#context, search, undefined, ask, this.#wanted);
  }
}

/** Returns the query for one record if there is an `id`. */
export function askFor(ask: Find, id: string | undefined): Find {
  if (id === undefined) return ask;
  const byId: Filter = { op: "eq", column: "_id", value: id };
  const { filter } = ask;
  return { ...ask, filter: filter ? { op: "and", filters: [filter, byId] } : byId };
}
