import type { Filter } from "@/lib/schema/filter";
import { prepareTally } from "@/lib/store/counts/counts";
import type { Find } from "@/lib/store/port/store";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { type PageStatement, pageStatement } from "./page-statement";
import { dependsOnData, planConditions } from "./plan/query-plan";
import { countableConditions } from "./plan/rare-conditions";
import { isOrderedByRelation } from "./relation-order-scan";
import type { WantedColumns } from "./shortened-row";

/** The statement of a query, kept from one run to the next. */
export class KeptStatement {
  readonly #context: ReadContext;
  readonly #table: Table;
  readonly #ask: Find;
  readonly #wanted: WantedColumns;
  #kept: Kept | undefined;

  constructor(context: ReadContext, table: Table, ask: Find, wanted: WantedColumns) {
    this.#context = context;
    this.#table = table;
    this.#ask = ask;
    this.#wanted = wanted;
  }

  /**
   * Returns the statement, whose last condition names the record if there is an `id`. Undefined when
   * the best statement depends on the stored data, and counter rows do not tell which it is.
   */
  async get(id: string | undefined): Promise<PageStatement | undefined> {
    const made = this.#current() ?? this.#make(askFor(this.#ask, id));
    if (!made) return undefined;
    const { rare, usual } = made;
    // The next run is worth a statement of its own.
    const isOnce = usual.isMasked || rare?.page.isMasked;
    this.#kept = isOnce ? undefined : made;
    const page = rare && (await rare.amount()) <= rare.most ? rare.page : usual;
    // Without a place for the id, the statement would return the record of another one.
    return id !== undefined && page.lastPlaces.length === 0 ? undefined : page;
  }

  /** Returns the kept statements, unless they lack the condition that hides deleted projects. */
  #current(): Kept | undefined {
    const { statements } = this.#context;
    return this.#kept?.usual.isForDeleted === statements.hidesDeleted ? this.#kept : undefined;
  }

  #make(ask: Find): Kept | undefined {
    if (isOrderedByRelation(ask)) return undefined;
    const [context, table, wanted] = [this.#context, this.#table, this.#wanted];
    const search = planConditions(context, table, ask);
    const { projects } = search;
    const [countable, other] = countableConditions(search, ask, context.statements.dialect);
    if (projects.length === 0 || dependsOnData(search) || other) return undefined;
    const usual = pageStatement(context, search, undefined, ask, wanted);
    if (!countable) return { usual };
    const { filter, tally, most } = countable;
    const page = pageStatement(context, search, filter, ask, wanted);
    if (!tally) return { usual: page };
    const amount = prepareTally(context, table, tally, projects);
    return { usual, rare: { page, most, amount } };
  }
}

/** Statements of one query. */
interface Kept {
  readonly usual: PageStatement;
  /** Statement that begins with a condition, used if at most `most` records meet it. */
  readonly rare?: {
    readonly page: PageStatement;
    readonly most: number;
    readonly amount: () => Promise<number>;
  };
}

/** Returns the query for one record if there is an `id`. */
export function askFor(ask: Find, id: string | undefined): Find {
  if (id === undefined) return ask;
  const byId: Filter = { op: "eq", column: "_id", value: id };
  const { filter, ...others } = ask;
  return { filter: filter ? { op: "and", filters: [filter, byId] } : byId, ...others };
}
