import type { Filter, Position, SortKey } from "@/lib/schema/filter";

/** An id that records refer to, and the related record's value. */
export interface Target {
  readonly id: string;
  /** Value as stored in the database. */
  readonly value: unknown;
  /** Equal for values that are equal in the order. */
  readonly rank: number;
  /**
   * Below 0 before the position where the page begins, 0 at it, above 0 after it, as if ascending.
   */
  readonly side: number;
}

/** Records whose related values are equal in the order. */
export interface Group {
  /** Value as stored in the database. */
  readonly value: unknown;
  readonly filter: Filter;
  /** The page begins within the group. */
  readonly isStart: boolean;
}

/** Returns the groups that may hold records of a page, in the order of the key. */
export function groupsOf(
  { column, direction }: SortKey,
  targets: readonly Target[],
  hasNulls: boolean,
  after: Position | undefined,
): readonly Group[] {
  const isNull: Filter = { op: "isNull", column };
  const unresolved = targets.filter(({ value }) => value === null).map(({ id }) => id);
  const groups = [
    {
      ...{ value: null, side: after && after.values[0] !== null ? -1 : 0 },
      filter: unresolved.length === 0 ? isNull : orAnyOf(isNull, column, unresolved),
    },
    ...byRank(targets).map(([first, ...more]) => ({
      ...{ value: first.value, side: first.side },
      filter: isAnyOf(
        column,
        [first, ...more].map(({ id }) => id),
      ),
    })),
  ];
  const [inOrder, way] = direction === "asc" ? [groups, 1] : [groups.toReversed(), -1];
  return inOrder
    .filter(({ value }) => value !== null || hasNulls || unresolved.length > 0)
    .filter(({ side }) => after === undefined || side * way >= 0)
    .map(({ value, filter, side }) => ({ value, filter, isStart: side === 0 }));
}

/** Returns the targets that have a value, grouped by rank. */
function byRank(targets: readonly Target[]): [Target, ...Target[]][] {
  const groups = new Map<number, [Target, ...Target[]]>();
  for (const target of targets) {
    if (target.value === null) continue;
    const group = groups.get(target.rank);
    if (group) group.push(target);
    else groups.set(target.rank, [target]);
  }
  return [...groups.values()];
}

function orAnyOf(isNull: Filter, column: string, ids: readonly string[]): Filter {
  return { op: "or", filters: [isNull, isAnyOf(column, ids)] };
}

function isAnyOf(column: string, ids: readonly string[]): Filter {
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return { op: "eq", column, value: only };
  return { op: "in", column, values: ids };
}
