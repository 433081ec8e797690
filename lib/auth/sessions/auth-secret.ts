import { makeSecret } from "@/lib/auth/keys/secret";
import type { Store } from "@/lib/store/port/store";

const name = "authSecret";
const known = new WeakMap<Store, Promise<string>>();

/**
 * Returns the secret for hashing session tokens: `given` (AUTH_SECRET), else one that was generated
 * once and is stored in the settings. A change of it ends all sessions.
 */
export function authSecret(store: Store, given: string | undefined): Promise<string> {
  if (given !== undefined) return Promise.resolve(given);
  const underWay = known.get(store);
  if (underWay !== undefined) return underWay;
  const kept = readOrMake(store);
  known.set(store, kept);
  kept.catch(() => known.delete(store));
  return kept;
}

async function readOrMake(store: Store): Promise<string> {
  const kept = await store.reader.setting(name);
  if (kept !== undefined) return kept;
  return store.write(async (writer) => {
    const other = await writer.setting(name);
    if (other !== undefined) return other;
    const made = makeSecret();
    await writer.putSetting(name, made);
    return made;
  });
}
