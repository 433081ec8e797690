import type { Caller } from "@/lib/auth/grants/caller";
import type { Device } from "@/lib/auth/sessions/sessions";
import type { Store } from "@/lib/store/port/store";

/** What every operation is given: who asks, through what, over which store, and the clock. */
export interface Context {
  readonly caller: Caller;
  readonly requestId: string;
  /** How the request came in; rows a rule adds or changes are logged as `rule`. */
  readonly channel: "api" | "console" | "system";
  readonly store: Store;
  readonly policy: Policy;
  readonly now: () => Date;
  /** Until when the person's password counts as given; absent for what no person asks in a session. */
  readonly confirmedUntil?: Date;
  /** Where the request came from; absent for what the server does by itself. */
  readonly device?: Device;
  /**
   * The same request with the rights its caller has at this moment. Throws 401 when the key or session ended. Absent for
   * what the server does by itself.
   */
  readonly lookUpAgain?: () => Promise<Context>;
}

/** Settings of the deployment that operations obey. */
export interface Policy {
  /** `strict` refuses references to records that are not in the project. */
  readonly references: "loose" | "strict";
  /** The origin that links begin with; absent: links are paths of this server. */
  readonly publicUrl?: string | undefined;
}
