import type { ReadContext } from "./access";
import type { Deltas } from "./deltas";

/** What a write works on. */
export interface WriteContext extends ReadContext {
  readonly deltas: Deltas;
}
