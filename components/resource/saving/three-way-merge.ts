import {
  type FormValue,
  type FormValues,
  formColumns,
  sameValue,
} from "@/components/fields/form-values";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

/** A field that both sides changed to different values. */
export interface FieldConflict {
  readonly column: Column;
  readonly original: FormValue;
  readonly mine: FormValue;
  readonly theirs: FormValue;
}

export interface Merge {
  /**
   * Their values, except for fields that only the local side changed. Conflicts hold the local
   * value until decided.
   */
  readonly values: FormValues;
  readonly conflicts: readonly FieldConflict[];
  /** Columns that only the other side changed. */
  readonly taken: readonly Column[];
}

/**
 * Three-way merge of two sets of changes to the same base. A field changed on one side takes that
 * side's value. The same change on both sides is no conflict.
 */
export function threeWayMerge(
  resource: Resource,
  original: FormValues,
  mine: FormValues,
  theirs: FormValues,
): Merge {
  const values: Record<string, FormValue> = {};
  const clashes: FieldConflict[] = [];
  const taken: Column[] = [];
  for (const column of formColumns(resource)) {
    const { name, field } = column;
    const at = (values: FormValues): FormValue => values[name] ?? null;
    const byMe = !sameValue(field, at(original), at(mine));
    const byThem = !sameValue(field, at(original), at(theirs));
    values[name] = byMe ? at(mine) : at(theirs);
    if (byThem && !byMe) taken.push(column);
    if (byMe && byThem && !sameValue(field, at(mine), at(theirs))) {
      clashes.push({ column, original: at(original), mine: at(mine), theirs: at(theirs) });
    }
  }
  return { values, conflicts: clashes, taken };
}
