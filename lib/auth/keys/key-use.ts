import { apiKey } from "@/lib/resources/settings/api-key";
import type { Store } from "@/lib/store/port/store";

/**
 * Records in memory that a key was used, so that a read costs no transaction. `lastUsedAt` is
 * written within 3 s, together with that of other keys. Does not change the key's version or the
 * change log.
 */
export function noteKeyUse(store: Store, keyId: string, now: Date): void {
  const uses = usesOf(store);
  uses.last.set(keyId, now.getTime());
  uses.timer ??= setTimeout(() => void flushQuietly(store), writtenWithinMs).unref();
}

/** Writes recorded uses at once. Call it before closing the store. Throws when the write fails. */
export async function flushKeyUse(store: Store): Promise<void> {
  const uses = usesOf(store);
  clearTimeout(uses.timer);
  uses.timer = undefined;
  const last = uses.last;
  if (last.size === 0) return;
  uses.last = new Map();
  try {
    await store.write(async (writer) => {
      for (const [id, at] of last) {
        await writer.updateQuietly(apiKey, id, { lastUsedAt: new Date(at).toISOString() });
      }
    });
  } catch (error) {
    uses.last = new Map([...last, ...uses.last]);
    throw error;
  }
}

const writtenWithinMs = 3_000;

interface Uses {
  last: Map<string, number>;
  timer: NodeJS.Timeout | undefined;
}

const usesByStore = new WeakMap<Store, Uses>();

function usesOf(store: Store): Uses {
  const uses = usesByStore.get(store) ?? { last: new Map<string, number>(), timer: undefined };
  usesByStore.set(store, uses);
  return uses;
}

/** If the database is away, requests already fail visibly. The next attempt writes the uses. */
async function flushQuietly(store: Store): Promise<void> {
  await flushKeyUse(store).catch(() => undefined);
}
