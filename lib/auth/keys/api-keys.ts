import { type Caller, everyProject } from "@/lib/auth/grants/caller";
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
  const known = recall(store, hash, now) ?? (await lookUp(store, hash, now));
  if (!known || known.endsAt <= now.getTime()) return undefined;
  noteKeyUse(store, known.caller.id, now);
  return known.caller;
}

/** A key as last read from the database. */
interface KnownKey {
  readonly caller: Caller;
  /** The time from which the key is no longer valid, in milliseconds since 1970. */
  readonly endsAt: number;
  /** The store's count of writes to keys before the key was read. */
  readonly writes: number;
  readonly readAt: number;
}

const caches = new WeakMap<Store, Map<string, KnownKey>>();
const mostKept = 10_000;
/** Lifetime of a cached key. Short, so that every request notices a database that went away. */
const keptForMs = 1_000;

function cacheOf(store: Store): Map<string, KnownKey> {
  const cache = caches.get(store) ?? new Map<string, KnownKey>();
  caches.set(store, cache);
  return cache;
}

function recall(store: Store, hash: string, now: Date): KnownKey | undefined {
  const known = cacheOf(store).get(hash);
  if (!known || known.writes !== store.writesOf(apiKey.path)) return undefined;
  const age = now.getTime() - known.readAt;
  return age >= 0 && age < keptForMs ? known : undefined;
}

async function lookUp(store: Store, hash: string, now: Date): Promise<KnownKey | undefined> {
  const writes = store.writesOf(apiKey.path);
  const cache = cacheOf(store);
  cache.delete(hash);
  const key = await readKey(store, hash);
  if (!key) return undefined;
  const known = { ...key, writes: writes ?? 0, readAt: now.getTime() };
  if (writes === undefined) return known;
  if (cache.size >= mostKept) cache.clear();
  cache.set(hash, known);
  return known;
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

type ReadKey = Pick<KnownKey, "caller" | "endsAt">;

async function readKey(store: Store, hash: string): Promise<ReadKey | undefined> {
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
];

function endOf(expiresAt: Row[string] | undefined): number {
  return typeof expiresAt === "string" ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY;
}

function keyOf(row: Row, endsAt: number): ReadKey | undefined {
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
  };
  return { caller, endsAt };
}
