import { type AccessLogEntry, appendAccessLogEntry } from "@/lib/auth/access-log/access-log";
import type { RecordWriter } from "@/lib/store/port/store";
import type { Context } from "./context";

/** An event for the access log. */
export type Done = Pick<AccessLogEntry, "event" | "accountId" | "keyId" | "projectId" | "count">;

/**
 * Appends an entry about the caller of `context` to the access log. `accountId` and `keyId` name
 * the affected account and key, by default the caller's own. Address and device are stored only if
 * the account is the caller's own.
 */
export async function logAccess(
  writer: RecordWriter,
  { caller, requestId, now, readDevice }: Context,
  done: Done,
): Promise<void> {
  const person = caller.type === "user" ? caller.id : undefined;
  const accountId = done.accountId ?? person;
  const isOther = accountId !== person;
  await appendAccessLogEntry(writer, {
    ...{ ...done, accountId, requestId, at: now() },
    byAccountId: isOther ? person : undefined,
    keyId: done.keyId ?? (caller.type === "apiKey" ? caller.id : undefined),
    device: isOther ? undefined : readDevice?.(),
  });
}
