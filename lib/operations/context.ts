import type { Caller } from "@/lib/auth/caller";
import type { Store } from "@/lib/store/store";

/** What every operation is given: who asks, through what, over which store, and the clock. */
export interface Context {
  readonly caller: Caller;
  readonly requestId: string;
  /** How the request came in; rows a rule adds or changes are logged as `rule`. */
  readonly channel: "api" | "console" | "system";
  readonly store: Store;
  readonly policy: Policy;
  readonly now: () => Date;
}

/** Settings of the deployment that operations obey. */
export interface Policy {
  /** `strict` refuses references to records that are not in the project. */
  readonly references: "loose" | "strict";
  /** The origin that links begin with; absent: links are paths of this server. */
  readonly publicUrl?: string | undefined;
}
