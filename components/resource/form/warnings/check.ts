import type { FormValues } from "@/components/fields/form-values";
import type { Resource } from "@/lib/schema/resource";

/** What a form holds while it is checked. */
export interface Checked {
  readonly resource: Resource;
  readonly project: string;
  /** The id of the record that is edited; undefined for a new one. */
  readonly id: string | undefined;
  /** The values of the columns that the check uses. */
  readonly values: FormValues;
  /** Ends the check: the form holds something else by now. */
  readonly signal: AbortSignal;
}

/** A contradiction that a form is checked for. The API accepts it, so it is a warning and does not block saving. */
export interface Check {
  /** The column under which the warning is shown. */
  readonly column: string;
  /** The columns whose values decide. The check waits until each of them is filled in. */
  readonly uses: readonly string[];
  /** What must be readable, beside the columns' own resource. Without it nothing is checked. */
  readonly reads: readonly Resource[];
  /** Answers the warning; undefined where there is nothing to warn of. */
  readonly run: (checked: Checked) => Promise<string | undefined>;
}
