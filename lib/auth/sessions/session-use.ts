import type { Store } from "@/lib/store/port/store";
import type { Session } from "./session";

const notedEveryMs = 10 * 60 * 1000;
const beingNoted = new WeakMap<Store, Set<string>>();

/**
 * Records that a session is in use, at most every ten minutes. Does not wait for the write: a
 * server that may not write, for example during an upgrade, still answers reads.
 */
export function noteSessionUse(store: Store, { tokenHash, lastUsedAt }: Session, now: Date): void {
  if (now.getTime() - lastUsedAt.getTime() < notedEveryMs) return;
  const noting = beingNoted.get(store) ?? new Set();
  beingNoted.set(store, noting);
  if (noting.has(tokenHash)) return;
  noting.add(tokenHash);
  store
    .write((writer) => writer.auth.noteSessionUse(tokenHash, now))
    // The next request of the session tries again.
    .catch(() => undefined)
    .finally(() => noting.delete(tokenHash));
}
