import type { Filter } from "@/lib/schema/filter";
import type { WriteCounts } from "@/lib/store/counts/write-counts";
import type { Table } from "@/lib/store/schema/table";
import { Lru } from "@/lib/store/statement/lru";
import type { QueryPlan } from "./query-plan";

/**
 * Counts that took a walk through records, each kept until a transaction changes a resource that it looked at.
 * For what is committed only: inside a transaction counts are made anew.
 */
export class CountCache {
  readonly #kept = new Lru<{ readonly count: number; readonly state: string }>(1_000);
  readonly #writes: WriteCounts;

  constructor(writes: WriteCounts) {
    this.#writes = writes;
  }

  /** The count under `key`, which tells the search and all its values apart; `walk` makes it when it is not known. */
  async count(key: string, paths: readonly string[], walk: () => Promise<number>): Promise<number> {
    // Read before the walk: a transaction that ends meanwhile makes what is found count as old.
    const state = this.#writes.stateOf(paths);
    const known = this.#kept.get(key);
    if (known?.state === state) return known.count;
    const count = await walk();
    this.#kept.set(key, { count, state });
    return count;
  }
}

/** The resources whose records decide which ones a search finds. */
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
  return filter.op === "not" ? relatedPaths(filter.filter) : [];
}
