import type { OnTargetDelete } from "@/lib/schema/field";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { resources } from "./index";

/** A column that refers to records of a resource. */
export interface Referrer {
  readonly resource: Resource;
  readonly column: Column;
}

/** Returns all columns that refer to records of a resource. */
export function referrersOf(target: Resource): Referrer[] {
  return [...resources.values()].flatMap((resource) =>
    shapeOf(resource)
      .columns.filter(({ field }) => field.to === target.path)
      .map((column) => ({ resource, column })),
  );
}

/**
 * Returns the columns whose references are shown before a deletion. Excludes the creator column,
 * which is no reason to confirm a deletion and has no index.
 */
export function shownReferrersOf(target: Resource): Referrer[] {
  return referrersOf(target).filter(({ column }) => column.field.writtenBy !== "server");
}

/** The effect of a deletion on the records that refer to the deleted one. */
export const deletionEffects = {
  remove: "removed",
  clear: "cleared",
  refuse: "refused",
  keep: "kept",
} as const satisfies Record<OnTargetDelete, string>;
