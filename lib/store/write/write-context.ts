import type { Deltas } from "@/lib/store/counts/counter-deltas";
import type { ReadContext } from "@/lib/store/statement/read-context";

/** The read context of a transaction, with its counter changes. */
export interface WriteContext extends ReadContext {
  readonly deltas: Deltas;
}
