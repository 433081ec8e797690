import type { Caller } from "@/lib/auth/grants/caller";
import type { Device } from "@/lib/auth/sessions/session";
import type { ChangeChannel } from "@/lib/resources/system/change-log";
import type { Reader, Store } from "@/lib/store/port/store";

/** Context of an operation: the caller, the request, the store and the clock. */
export interface Context {
  readonly caller: Caller;
  readonly requestId: string;
  /** Origin of the request. Rows that a rule adds or changes are logged as `rule`. */
  readonly channel: Exclude<ChangeChannel, "rule">;
  readonly store: Store;
  readonly policy: Policy;
  readonly now: () => Date;
  /** Time until which the password counts as confirmed; absent outside a user's session. */
  readonly confirmedUntil?: Date | undefined;
  /** Returns the origin of the request. Absent for operations of the server itself. */
  readonly readDevice?: () => Device;
  /**
   * Returns the same request with the caller's current rights. Throws 401 if the key or session
   * ended. Absent for operations of the server itself.
   */
  readonly lookUpAgain?: () => Promise<Context>;
  /**
   * Throws inside a transaction if the key or session has ended (401) or the caller has lost rights
   * (403) since they were read. Absent for operations of the server itself.
   */
  readonly requireCurrent?: (reader: Reader) => Promise<void>;
  /** Told when the request waits for its transaction. Absent without an admission queue. */
  readonly lockWait?: LockWait | undefined;
}

/** Notes the time that an admitted request waits for a lock of the database. */
export interface LockWait {
  beginLockWait(): void;
  /** Without a wait, this has no effect. */
  endLockWait(): void;
}

/** Deployment settings that apply to operations. */
export interface Policy {
  /** `strict` refuses references to records outside the project. */
  readonly references: "loose" | "strict";
  /** Origin of links; without it links are paths of this server. */
  readonly publicUrl?: string | undefined;
}
