import { createHash } from "node:crypto";
import type { Device } from "@/lib/auth/sessions/sessions";
import { type AccessEvent, accessLog } from "@/lib/resources/system/access-log";
import { newId } from "@/lib/store/port/new-id";
import type { Store, Writer } from "@/lib/store/port/store";

/** One event for the access log. */
export interface AccessLogEntry {
  readonly event: AccessEvent;
  readonly at: Date;
  /** The person whose account the event is about. */
  readonly accountId?: string | undefined;
  /** The person who did it to the account of another. */
  readonly byAccountId?: string | undefined;
  /** The key that the event is about, or that did it. */
  readonly keyId?: string | undefined;
  readonly projectId?: string | null | undefined;
  /** Where the person of the account, or the key, asked from. */
  readonly device?: Device | undefined;
  /** How often; 1 when absent. */
  readonly count?: number;
  /** The server's own id of the request. */
  readonly requestId?: string | undefined;
}

/**
 * Appends an event to the access log, in the transaction that does the thing: a write that is rolled back leaves no
 * event.
 */
export async function appendAccessLogEntry(writer: Writer, access: AccessLogEntry): Promise<void> {
  await writer.insert(accessLog, { _id: newId(), ...rowOf(access) });
}

/** The columns of an entry, but for its id. */
export function rowOf({ device, ...access }: AccessLogEntry) {
  return {
    version: 1,
    at: access.at.toISOString(),
    event: access.event,
    accountId: access.accountId ?? null,
    byAccountId: access.byAccountId ?? null,
    keyId: access.keyId ?? null,
    projectId: access.projectId ?? null,
    address: device?.address ?? null,
    device: device?.userAgent.slice(0, longestDevice) ?? null,
    count: access.count ?? 1,
    requestId: access.requestId ?? null,
  };
}

/** In UTF-16 units, as for sessions. */
const longestDevice = 300;

/** A UUID of version 8 (RFC 9562, section 5.8) made from a text: the same in every process. */
export function idFrom(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Removes up to `limit` entries that are older than `before`, the oldest first, and answers how many. */
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

/** Appends a backup that was taken beside the server, once; false when it is there already. */
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
