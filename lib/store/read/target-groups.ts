import type { Filter, Position, SortKey } from "@/lib/schema/filter";

/** An id that records refer to, and the value that its record has. */
export interface Target {
  readonly id: string;
  /** As the database holds it. */
  readonly value: unknown;
  /** The same for values that are one in the order. */
  readonly rank: number;
  /** Below 0 before the position where the page begins, 0 at it, above 0 after it; as if ascending. */
  readonly side: number;
}

/** Records whose related values are one in the order. */
export interface Group {
  /** As the database holds it. */
  readonly value: unknown;
  readonly filter: Filter;
  /** The page begins within it. */
  readonly isStart: boolean;
}

/** The groups that a page may hold records of, in the order of the key. */
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

/** Targets with a value, those of one rank together. */
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
