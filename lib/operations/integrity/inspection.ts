import { includesProject } from "@/lib/auth/grants/permission";
import { visibilityOrNone } from "@/lib/operations/access/visibility-or-none";
import { countRecords } from "@/lib/operations/record/count";
import type { Context } from "@/lib/operations/transaction/context";
import type { Filter, SortKey } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Finding } from "./finding";
import { TimeLimitExceeded, withinTimeLimit, yieldNow } from "./time-limit";

/** A query finds what stands in an address, which is limited. */
export const mostShown = 100;

const longestMs = 3_000;

const pageSize = 500;

/** Which records to walk through, and in what order. */
interface Walk {
  /** May differ from page to page, by the last record of the one before. */
  readonly filter?: Filter | ((last: Row | undefined) => Filter);
  readonly columns: readonly string[];
  readonly sort: SortKey;
}

/** One look at a project: what the caller may read of it, and how much time is left. */
export class Inspection {
  readonly context: Context;
  readonly projectId: string;
  readonly #end = performance.now() + longestMs;
  #checkEnd = Number.POSITIVE_INFINITY;
  readonly #unreadable = new Set<string>();

  readonly #checkMs: number;

  /** One check takes at most `checkMs` milliseconds, so that there is time for the others. */
  constructor(context: Context, projectId: string, checkMs = 1_000) {
    this.#checkMs = checkMs;
    this.context = context;
    this.projectId = projectId;
  }

  get isOver(): boolean {
    return performance.now() > Math.min(this.#end, this.#checkEnd);
  }

  /** Lets others have a turn at the event loop. Throws `OutOfTime` when the check's time is over then. */
  async yieldNow(): Promise<void> {
    await yieldNow();
    if (this.isOver) throw new TimeLimitExceeded();
  }

  /** The paths of what could not be looked at for want of permission. */
  get unreadable(): readonly string[] {
    return [...this.#unreadable].sort();
  }

  /** True when the caller may read every record of these in the project; notes those they may not. */
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

  /**
   * The ids that the project's records name in a relation, batch by batch, as long as there is time. The event loop turns
   * between batches, so that other requests go on. Nothing for a column without counter rows.
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

  /** Records of the project in the order of one column, page by page, as long as there is time. */
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

  /** What a check found: `search` adds the values, up to one more than are shown, that `column` of its records has. */
  async finding(
    about: Pick<Finding, "kind" | "column"> & { readonly resource: Resource; readonly by: string },
    search: (found: Set<string>) => Promise<void>,
  ): Promise<Finding> {
    const { kind, column, resource, by } = about;
    const found = new Set<string>();
    this.#checkEnd = performance.now() + this.#checkMs;
    let isComplete = await withinTimeLimit(() => search(found));
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

/** Columns that records are walked by hold text or numbers, and no null. */
function scalarOf(value: Row[string] | undefined): string | number {
  return typeof value === "number" ? value : String(value);
}
