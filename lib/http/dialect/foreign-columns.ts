import columns from "@/lib/resources/oneuptime-columns.json";
import type { Resource } from "@/lib/schema/resource";

/** The value that a foreign column shows: nothing, no, or an empty list. */
export type ForeignValue = null | false | readonly [];

/** The differences between a resource here and in OneUptime 9.5.13 and 12.0.16. */
export interface ForeignColumns {
  /** Names that OneUptime has and Tocsin lacks. */
  readonly values: ReadonlyMap<string, ForeignValue>;
  /** Those of them that have the number of members of a record (`lifecycle.members`). */
  readonly counts: ReadonlySet<string>;
  /** Columns that OneUptime changes itself: clients send null for them with every update. */
  readonly fixed: ReadonlySet<string>;
  /** Types of values that do not follow from the kind of the field. */
  readonly typed: ReadonlyMap<string, string>;
}

interface Listed {
  readonly empty?: readonly string[];
  readonly flags?: readonly string[];
  readonly lists?: readonly string[];
  readonly counts?: readonly string[];
  readonly fixed?: readonly string[];
  readonly typed?: Readonly<Record<string, string>>;
}

/** Deletions are final here and there, so these are always null. */
const everywhere = ["deletedAt", "deletedByUser", "deletedByUserId"];

const known = new WeakMap<Resource, ForeignColumns>();

/** Returns the foreign columns of a resource. */
export function foreignColumns(resource: Resource): ForeignColumns {
  const kept = known.get(resource);
  if (kept) return kept;
  const tables: Readonly<Record<string, Listed>> = columns;
  const {
    empty = [],
    flags = [],
    lists = [],
    counts = [],
    fixed = [],
    typed = {},
  } = tables[resource.path] ?? {};
  const found: ForeignColumns = {
    values: new Map<string, ForeignValue>([
      ...[...everywhere, ...empty, ...counts].map((name) => [name, null] as const),
      ...flags.map((name) => [name, false] as const),
      ...lists.map((name) => [name, []] as const),
    ]),
    counts: new Set(counts),
    fixed: new Set(fixed),
    typed: new Map(Object.entries(typed)),
  };
  known.set(resource, found);
  return found;
}
