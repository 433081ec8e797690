import type { Filter } from "@/lib/schema/filter";
import type { WriteCounts } from "@/lib/store/counts/write-counts";
import type { Table } from "@/lib/store/schema/table";
import { Lru } from "@/lib/store/statement/lru";
import type { QueryPlan } from "./plan/query-plan";

/**
 * Caches counts that needed a scan until a transaction changes one of their resources. For
 * committed data only: inside a transaction counts are not cached.
 */
export class CountCache {
  readonly #kept = new Lru<{ readonly count: number; readonly state: string }>(1_000);
  readonly #writes: WriteCounts;

  constructor(writes: WriteCounts) {
    this.#writes = writes;
  }

  /**
   * Returns the count under `key`, which identifies the query and all its values; calls `walk` when
   * it is unknown.
   */
  async count(key: string, paths: readonly string[], walk: () => Promise<number>): Promise<number> {
    // Read before the scan: a transaction that ends meanwhile makes the result stale.
    const state = this.#writes.stateOf(paths);
    const known = this.#kept.get(key);
    if (known?.state === state) return known.count;
    const count = await walk();
    this.#kept.set(key, { count, state });
    return count;
  }
}

/** Returns the resources whose records affect the result of a query. */
export function pathsOf(
  { table, conjuncts }: QueryPlan,
  tables: ReadonlyMap<string, Table>,
): string[] {
  const paths = [table.resource.path, ...conjuncts.flatMap(relatedPaths)];
  const hasPeople = paths.some((path) => tables.get(path)?.resource.scope === "people");
  return hasPeople ? [...paths, "member"] : paths;
}

function relatedPaths(filter: Filter): string[] {
  if ("filters" in filter) return filter.filters.flatMap(relatedPaths);
  if (filter.op === "related") return [filter.to, ...relatedPaths(filter.filter)];
  if (filter.op === "referred") {
    return [filter.from, ...(filter.filter ? relatedPaths(filter.filter) : [])];
  }
  return filter.op === "not" ? relatedPaths(filter.filter) : [];
}
