import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { CallerCache } from "@/lib/auth/grants/caller-cache";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { Filter } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";
import type { Reader, Store } from "@/lib/store/port/store";
import { noteKeyUse } from "./key-use";
import { hashSecret, isKeyShaped } from "./secret";

/**
 * Returns the caller of a key. Undefined if the key is malformed, unknown, revoked, expired or
 * replaced; the caller cannot tell which. A change of the key holds from the next call. Throws when
 * the database is away.
 */
export async function callerOfKey(
  store: Store,
  secret: string | undefined,
  now: Date,
): Promise<Caller | undefined> {
  if (secret === undefined || !isKeyShaped(secret)) return undefined;
  const hash = hashSecret(secret);
  const known = await cache.of(store, hash, now, () => readKey(store, hash));
  return known && acceptKey(store, known, now);
}

/** Does the same for a key that was read within the last second, without waiting. */
export function knownCallerOfKey(
  store: Store,
  secret: string | undefined,
  now: Date,
): Caller | undefined {
  if (secret === undefined || !isKeyShaped(secret)) return undefined;
  const known = cache.known(store, hashSecret(secret), now);
  return known && acceptKey(store, known, now);
}

/** Returns the caller of a key and notes its use; undefined if it has ended. */
function acceptKey(store: Store, { caller, endsAt }: KnownKey, now: Date): Caller | undefined {
  if (endsAt <= now.getTime()) return undefined;
  noteKeyUse(store, caller.id, now);
  return caller;
}

const cache = new CallerCache<KnownKey>([apiKey.path]);

/** Returns the caller of a key as an open transaction sees it; undefined as for `callerOfKey`. */
export async function callerOfKeyIn(
  reader: Reader,
  secret: string,
  now: Date,
): Promise<Caller | undefined> {
  const key = await readKey({ reader }, hashSecret(secret));
  return key && key.endsAt > now.getTime() ? key.caller : undefined;
}

/** A key as last read from the database. */
interface KnownKey {
  readonly caller: Caller;
  /** The time from which the key is no longer valid, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Returns a key by its id with its current rights; undefined if unknown, revoked or expired. */
export async function callerOfKeyId(
  reader: Reader,
  id: string,
  now: Date,
): Promise<Caller | undefined> {
  const row = await findKey({ reader }, { op: "eq", column: "_id", value: id });
  const key = row && keyOf(row, endOf(row["expiresAt"]));
  return key && key.endsAt > now.getTime() ? key.caller : undefined;
}

async function readKey(store: Pick<Store, "reader">, hash: string): Promise<KnownKey | undefined> {
  const current = await findKey(store, { op: "eq", column: "keyHash", value: hash });
  if (current) return keyOf(current, endOf(current["expiresAt"]));
  const replaced = await findKey(store, { op: "eq", column: "previousKeyHash", value: hash });
  if (!replaced) return undefined;
  const overlapEnds = Date.parse(String(replaced["previousKeyEndsAt"]));
  return keyOf(replaced, Math.min(overlapEnds || 0, endOf(replaced["expiresAt"])));
}

async function findKey(
  { reader }: { readonly reader: Reader },
  filter: Filter,
): Promise<Row | undefined> {
  const [row] = await reader.find(apiKey, { projects: "all", filter, columns, limit: 1 });
  return row;
}

const columns = [
  "_id",
  "name",
  "projectId",
  "permissions",
  "expiresAt",
  "revokedAt",
  "previousKeyEndsAt",
  "dialect",
];

function endOf(expiresAt: Row[string] | undefined): number {
  return typeof expiresAt === "string" ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY;
}

function keyOf(row: Row, endsAt: number): KnownKey | undefined {
  if (row["revokedAt"] !== null) return undefined;
  const project = typeof row["projectId"] === "string" ? row["projectId"] : everyProject;
  const held = Array.isArray(row["permissions"]) ? row["permissions"].map(String) : [];
  const grants = new Map([[project, new Set(held)]]);
  const caller: Caller = {
    type: "apiKey",
    id: String(row["_id"]),
    name: String(row["name"]),
    grants,
    ...(Number.isFinite(endsAt) && { endsAt: new Date(endsAt).toISOString() }),
    ...(row["dialect"] === "oneuptime" && { dialect: "oneuptime" }),
  };
  return { caller, endsAt };
}
