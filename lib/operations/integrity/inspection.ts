import { includesProject } from "@/lib/auth/grants/permission";
import type { Finding } from "@/lib/contract/integrity";
import { visibilityOrNone } from "@/lib/operations/access/visibility";
import { countRecords } from "@/lib/operations/record/count";
import type { Context } from "@/lib/operations/transaction/context";
import type { Filter, SortKey } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { TimeLimitExceeded, withinTimeLimit, yieldNow } from "./time-limit";

/** Maximum number of values in a query, because it must fit into a URL. */
export const mostShown = 100;

const longestMs = 3_000;

const pageSize = 500;

/** Which records to scan, and in which order. */
interface Walk {
  /** May depend on the last record of the previous page. */
  readonly filter?: Filter | ((last: Row | undefined) => Filter);
  readonly columns: readonly string[];
  readonly sort: SortKey;
}

/** A check of one column, which is told in the report also when it finds nothing. */
export interface Check extends Pick<Finding, "kind" | "column"> {
  readonly resource: Resource;
  /** The column that `search` yields values of. Absent: `_id`. */
  readonly by?: string;
  /** Yields the affected values in batches. It is stopped when there are more than are shown. */
  readonly search: () => AsyncIterable<Iterable<string>>;
}

/** One inspection of a project: the caller's visibility and the remaining time. */
export class Inspection {
  readonly context: Context;
  readonly projectId: string;
  readonly #end = performance.now() + longestMs;
  #checkEnd = Number.POSITIVE_INFINITY;
  readonly #unreadable = new Set<string>();

  readonly #checkMs: number;

  /** One check takes at most `checkMs`, which leaves time for the others. */
  constructor(context: Context, projectId: string, checkMs = 1_000) {
    this.#checkMs = checkMs;
    this.context = context;
    this.projectId = projectId;
  }

  get isOver(): boolean {
    return performance.now() > Math.min(this.#end, this.#checkEnd);
  }

  /** Yields to the event loop. Throws `TimeLimitExceeded` if the time is over afterwards. */
  async yieldNow(): Promise<void> {
    await yieldNow();
    if (this.isOver) throw new TimeLimitExceeded();
  }

  /** Paths of the resources skipped for lack of permission. */
  get unreadable(): readonly string[] {
    return [...this.#unreadable].sort();
  }

  /**
   * Returns true if the caller may read every record of these resources in the project. Resources
   * that they may not read are added to `unreadable`.
   */
  mayRead(...resources: readonly Resource[]): boolean {
    const hidden = resources.filter((one) => !this.#mayReadAll(one));
    for (const { path } of hidden) this.#unreadable.add(path);
    return hidden.length === 0;
  }

  #mayReadAll(resource: Resource): boolean {
    const visibility = visibilityOrNone(this.context, resource);
    return (
      visibility !== undefined &&
      visibility.filter === undefined &&
      includesProject(visibility.projects, this.projectId)
    );
  }

  find(
    resource: Resource,
    filter: Filter | undefined,
    columns: readonly string[],
    limit?: number,
  ): Promise<Row[]> {
    return this.context.store.reader.find(resource, {
      projects: [this.projectId],
      ...(filter && { filter }),
      columns: ["_id", ...columns],
      ...(limit !== undefined && { limit }),
    });
  }

  /** As `find`. Throws `TimeLimitExceeded` for more than `most` records. */
  async findFew(
    resource: Resource,
    filter: Filter | undefined,
    columns: readonly string[],
    most: number,
  ): Promise<Row[]> {
    const rows = await this.find(resource, filter, columns, most + 1);
    if (rows.length > most) throw new TimeLimitExceeded();
    return rows;
  }

  /**
   * Reads the distinct ids in a relation of the project's records in batches, within the time
   * limit. Yields to the event loop between batches. Empty for a column without counter rows.
   */
  async *distinctIds(
    resource: Resource,
    column: string,
    limit: number,
  ): AsyncGenerator<readonly string[]> {
    const { projectId } = this;
    let after = "";
    while (!this.isOver) {
      const ask = { column, projectId, after, limit };
      const ids = (await this.context.store.reader.distinctIds(resource, ask)) ?? [];
      if (ids.length > 0) yield ids;
      if (ids.length < limit) return;
      after = ids.at(-1) ?? "";
      await yieldNow();
    }
    throw new TimeLimitExceeded();
  }

  /** Reads records of the project sorted by one column, page by page, within the time limit. */
  async *pages(resource: Resource, ask: Walk): AsyncGenerator<readonly Row[]> {
    const { column, direction } = ask.sort;
    let last: Row | undefined;
    do {
      if (this.isOver) throw new TimeLimitExceeded();
      const filter = typeof ask.filter === "function" ? ask.filter(last) : ask.filter;
      const rows: Row[] = await this.context.store.reader.find(resource, {
        projects: [this.projectId],
        ...(filter && { filter }),
        columns: [...new Set(["_id", column, ...ask.columns])],
        sort: [{ column, direction }],
        limit: pageSize,
        ...(last && { after: { values: [scalarOf(last[column])], id: String(last._id) } }),
      });
      if (rows.length > 0) yield rows;
      last = rows.length < pageSize ? undefined : rows.at(-1);
      await yieldNow();
    } while (last);
  }

  /** Returns the result of a check. */
  async finding({ kind, column, resource, by = "_id", search }: Check): Promise<Finding> {
    const found = new Set<string>();
    this.#checkEnd = performance.now() + this.#checkMs;
    let isComplete = await withinTimeLimit(async () => {
      for await (const batch of search()) {
        for (const value of batch) found.add(value);
        if (found.size > mostShown) return;
      }
    });
    const shown = [...found].slice(0, mostShown);
    const query = { projectId: this.projectId, [by]: shown };
    let count = shown.length;
    const counting = async () => {
      count = await countRecords(this.context, resource, query);
    };
    if (shown.length > 0) isComplete = (await withinTimeLimit(counting)) && isComplete;
    const hasMore = found.size > shown.length;
    return { kind, resource: resource.path, column, count, query, hasMore, isComplete };
  }
}

/** Sort columns of a scan hold text or numbers and never null. */
function scalarOf(value: Row[string] | undefined): string | number {
  return typeof value === "number" ? value : String(value);
}
