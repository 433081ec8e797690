import type { Deltas } from "@/lib/store/counts/counter-deltas";
import type { ChangedRecords } from "@/lib/store/lifecycles/changed-records";
import type { ChangedWeeks } from "@/lib/store/periods/changed-weeks";
import type { ReadContext } from "@/lib/store/statement/read-context";

/** The read context of a transaction, with its changes of derived data. */
export interface WriteContext extends ReadContext {
  readonly deltas: Deltas;
  readonly changedWeeks: ChangedWeeks;
  readonly changedRecords: ChangedRecords;
}
