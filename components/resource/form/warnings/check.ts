import type { FormValues } from "@/components/fields/form-values";
import type { Resource } from "@/lib/schema/resource";

/** The state of a form during a check. */
export interface Checked {
  readonly resource: Resource;
  readonly project: string;
  /** The id of the record that is edited; undefined for a new one. */
  readonly id: string | undefined;
  /** The values of the columns that the check uses. */
  readonly values: FormValues;
  /** Aborts the check once the form has changed. */
  readonly signal: AbortSignal;
}

/**
 * A check of a form for a contradiction. The API accepts the value, so this is a warning and does
 * not block saving.
 */
export interface Check {
  /** The column under which the warning is shown. */
  readonly column: string;
  /** The columns that the check reads. It waits until each of them is filled in. */
  readonly uses: readonly string[];
  /**
   * Resources that must be readable, beside the columns' own. Without permission the check is
   * skipped.
   */
  readonly reads: readonly Resource[];
  /** Returns the warning, or undefined if there is none. */
  readonly run: (checked: Checked) => Promise<string | undefined>;
}
