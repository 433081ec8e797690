import { AppError } from "@/lib/errors";
import type { Reader, Store } from "@/lib/store/port/store";
import type { Caller } from "./caller";

/**
 * Returns a check for the beginning of a transaction. `version` is the store's access version from
 * before the caller was read. If it has changed, the check reads the caller again: it throws 401 if
 * their key or session has ended, 403 if they have lost a right.
 */
export function requireCurrent(
  store: Store,
  version: number,
  caller: Caller,
  readAgain: (reader: Reader) => Promise<Caller | undefined>,
): (reader: Reader) => Promise<void> {
  return async (reader) => {
    if (store.accessVersion() === version) return;
    const now = await readAgain(reader);
    if (!now) throw new AppError("unauthenticated", ended);
    for (const [project, titles] of caller.grants) {
      const held = now.grants.get(project);
      if (![...titles].every((title) => held?.has(title))) throw new AppError("forbidden", lost);
    }
  };
}

const ended =
  "Your key or session ended while the request waited. Nothing was changed. Sign in again, or send a valid key.";
const lost =
  "The caller lost a permission while the request waited. Nothing was changed. Send it again.";
