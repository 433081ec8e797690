import type { Access } from "./access";
import type { Deltas } from "./deltas";

/** What a write works on. */
export interface Desk extends Access {
  readonly deltas: Deltas;
}
