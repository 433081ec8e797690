import type { Hit } from "@/lib/contract/search";
import { resourceAt } from "@/lib/resources";

/** A search result with what decides its place. */
export interface Ranked {
  readonly hit: Hit;
  /** The text is the name or number of the record. */
  readonly isExact: boolean;
  /** Undefined for records without a lifecycle. */
  readonly isOver: boolean | undefined;
  /** Number of words of the text that the record has, if they were looked up alone. */
  readonly words?: number;
}

/**
 * Returns the results in order: those with most words, exact names, open work, other records,
 * resolved work; within each by `foundFirst`, then the newest.
 */
export function inOrder(ranked: readonly Ranked[]): Hit[] {
  return ranked
    .map((one) => ({ key: keyOf(one), hit: one.hit }))
    .sort((one, other) => (one.key < other.key ? 1 : -1))
    .map(({ hit }) => hit);
}

/** Returns true for resources whose records are shown before others. */
export function isFoundFirst(path: string): boolean {
  return resourceAt(path)?.foundFirst !== undefined;
}

function keyOf({ hit, isExact, isOver, words = 0 }: Ranked): string {
  const phase = phases.get(isOver) ?? 0;
  const place = 9 - (resourceAt(hit.resource)?.foundFirst ?? 9);
  return `${words} ${isExact ? 1 : 0} ${phase} ${place} ${hit.createdAt} ${hit._id}`;
}

/** Open work, records without a lifecycle, resolved work. */
const phases: ReadonlyMap<boolean | undefined, number> = new Map([
  [false, 2],
  [undefined, 1],
  [true, 0],
]);
