import { isProblem } from "@/lib/client/http/problem";

/** The result of a three-way merge. */
interface Merged {
  readonly values: unknown;
  /** Fields that both users changed to different values. */
  readonly conflicts: readonly unknown[];
}

/** Describes how values of a record are saved and merged. A `Base` holds a version of it. */
export interface MergePlan<Base, Merge extends Merged, Saved> {
  /** Sends the values as a change of `base`, with its ETag. */
  readonly write: (values: Merge["values"], base: Base) => Promise<Saved>;
  /** Reads the current version. */
  readonly read: () => Promise<Base>;
  readonly merge: (base: Base, mine: Merge["values"], theirs: Base) => Merge;
  /** Called after a merge. Without conflicts, the merged values are then written. */
  readonly onMerge: (theirs: Base, merged: Merge) => void;
  /** The second sentence of a `SaveConflict`; absent: their version was kept. */
  readonly conflictAdvice?: string;
}

/** Thrown if another user changed the same fields. Nothing was saved. */
export class SaveConflict extends Error {
  constructor(advice = "Their version was kept.", changed = "the same fields") {
    super(`Another user changed ${changed}. ${advice}`);
  }
}

/**
 * Saves values that were changed from the version `base`. Concurrent changes of other fields are
 * merged. Rejects with `SaveConflict` after a concurrent change of the same fields, and with the
 * `ApiProblem` 412 if the record changes during each of four attempts.
 */
export async function saveMerged<Base, Merge extends Merged, Saved>(
  plan: MergePlan<Base, Merge, Saved>,
  base: Base,
  mine: Merge["values"],
  tries = 3,
): Promise<Saved> {
  try {
    return await plan.write(mine, base);
  } catch (error) {
    if (tries === 0 || !isProblem(error, "precondition_failed")) throw error;
    return mergeAndSave(plan, base, mine, tries - 1);
  }
}

/** The same for a base of unknown version: it is merged with the current version first. */
export async function mergeAndSave<Base, Merge extends Merged, Saved>(
  plan: MergePlan<Base, Merge, Saved>,
  base: Base,
  mine: Merge["values"],
  tries = 3,
): Promise<Saved> {
  const theirs = await plan.read();
  const merged = plan.merge(base, mine, theirs);
  plan.onMerge(theirs, merged);
  if (merged.conflicts.length > 0) throw new SaveConflict(plan.conflictAdvice);
  return saveMerged(plan, theirs, merged.values, tries);
}
