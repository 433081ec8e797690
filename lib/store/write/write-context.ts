import type { Deltas } from "@/lib/store/counts/counter-deltas";
import type { ReadContext } from "@/lib/store/statement/read-context";

/** What a write works on. */
export interface WriteContext extends ReadContext {
  readonly deltas: Deltas;
}
