import { createHash } from "node:crypto";
import type { Device } from "@/lib/auth/sessions/session";
import { type AccessEvent, accessLog } from "@/lib/resources/system/access-log";
import { newId } from "@/lib/store/port/new-id";
import type { RecordWriter, Store } from "@/lib/store/port/store";

/** One event for the access log. */
export interface AccessLogEntry {
  readonly event: AccessEvent;
  readonly at: Date;
  /** The user whose account the event is about. */
  readonly accountId?: string | undefined;
  /** The user who acted on another user's account. */
  readonly byAccountId?: string | undefined;
  /** The key that the event is about, or that caused it. */
  readonly keyId?: string | undefined;
  readonly projectId?: string | null | undefined;
  /** The private status page that the event is about, and its private user if known. */
  readonly statusPageId?: string | undefined;
  readonly visitorId?: string | undefined;
  /** The device that the account's user, the visitor or the key sent the request from. */
  readonly device?: Device | undefined;
  /** Number of events; 1 when absent. */
  readonly count?: number;
  /** The server's own request id. */
  readonly requestId?: string | undefined;
}

/**
 * Appends an event to the access log, in the transaction of the action itself. If the transaction
 * is rolled back, there is no event.
 */
export async function appendAccessLogEntry(
  writer: RecordWriter,
  access: AccessLogEntry,
): Promise<void> {
  await writer.insert(accessLog, { _id: newId(), ...rowOf(access) });
}

/** Returns the columns of an entry, except its id. */
export function rowOf({ device, ...access }: AccessLogEntry) {
  return {
    version: 1,
    at: access.at.toISOString(),
    event: access.event,
    accountId: access.accountId ?? null,
    byAccountId: access.byAccountId ?? null,
    keyId: access.keyId ?? null,
    projectId: access.projectId ?? null,
    statusPageId: access.statusPageId ?? null,
    visitorId: access.visitorId ?? null,
    address: device?.address ?? null,
    device: device?.userAgent.slice(0, longestDevice) ?? null,
    count: access.count ?? 1,
    requestId: access.requestId ?? null,
  };
}

/** Longest User-Agent kept, in UTF-16 units, as for sessions. */
const longestDevice = 300;

/** Returns a UUID of version 8 (RFC 9562, section 5.8) from a text, the same in every process. */
export function idFrom(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Removes up to `limit` entries older than `before`, oldest first, and returns their number. */
export async function removeOldAccessLogEntries(
  store: Store,
  before: Date,
  limit: number,
): Promise<number> {
  return await store.write(async (writer) => {
    const old = await writer.find(accessLog, {
      projects: "all",
      filter: { op: "lt", column: "at", value: before.toISOString() },
      columns: ["_id"],
      sort: [{ column: "at", direction: "asc" }],
      limit,
    });
    for (const { _id } of old) await writer.remove(accessLog, String(_id), { projects: "all" });
    return old.length;
  });
}

/** Appends a backup taken beside the server, once. Returns false if it is already logged. */
export async function noteBackupTaken(store: Store, at: Date): Promise<boolean> {
  const _id = idFrom(`backup ${at.toISOString()}`);
  const filter = { op: "eq", column: "_id", value: _id } as const;
  if ((await store.reader.count(accessLog, { projects: "all", filter })) > 0) return false;
  return await store.write(async (writer) => {
    if ((await writer.count(accessLog, { projects: "all", filter })) > 0) return false;
    await writer.insert(accessLog, { _id, ...rowOf({ event: "backup", at }) });
    return true;
  });
}
