import type { Access } from "./access";
import type { Deltas } from "./counts";

/** What a write works on. */
export interface Desk extends Access {
  readonly deltas: Deltas;
}
