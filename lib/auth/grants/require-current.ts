import { AppError } from "@/lib/errors";
import type { Reader, Store } from "@/lib/store/port/store";
import type { Caller } from "./caller";

/** The caller of a request as they were read, and the ways to see whether that still holds. */
export interface ReadCaller {
  readonly caller: Caller;
  /** The store's access version from before the caller was read. */
  readonly version: number;
  /** Returns true if the key or session has reached the end of its lifetime. */
  readonly isExpired: () => boolean;
  /** Reads the caller again; undefined if the key or session has ended. */
  readonly readAgain: (reader: Reader) => Promise<Caller | undefined>;
}

/**
 * Returns a check for the beginning of a transaction. It throws 401 if the caller's key or session
 * has ended, 403 if they have lost a permission in any project. It reads the caller again only after
 * a change of access.
 */
export function requireCurrent(
  store: Store,
  { caller, version, isExpired, readAgain }: ReadCaller,
): (reader: Reader) => Promise<void> {
  return async (reader) => {
    if (isExpired()) throw new AppError("unauthenticated", ended);
    if (store.accessVersion() === version) return;
    const current = await readAgain(reader);
    if (!current) throw new AppError("unauthenticated", ended);
    for (const [project, titles] of caller.grants) {
      const held = current.grants.get(project);
      if (![...titles].every((title) => held?.has(title))) throw new AppError("forbidden", lost);
    }
  };
}

const ended =
  "Your key or session ended while the request waited. Nothing was changed. Sign in again, or send a valid key.";
const lost =
  "The caller lost a permission while the request waited. Nothing was changed. Send it again.";
