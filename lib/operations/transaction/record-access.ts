import { type AccessLogEntry, appendAccessLogEntry } from "@/lib/auth/access-log/access-log";
import type { Writer } from "@/lib/store/port/store";
import type { Context } from "./context";

type Done = Pick<AccessLogEntry, "event" | "accountId" | "keyId" | "projectId" | "count">;

/**
 * Appends what the caller of `context` has done to the access log. `accountId` and `keyId` say whose account and which
 * key it is about; absent: the caller's own. Address and device are kept only where the account is the caller's own.
 */
export async function recordAccess(writer: Writer, context: Context, done: Done): Promise<void> {
  const { caller, requestId, now, device } = context;
  const person = caller.type === "user" ? caller.id : undefined;
  const accountId = done.accountId ?? person;
  const isOther = accountId !== person;
  await appendAccessLogEntry(writer, {
    ...{ ...done, accountId, requestId, at: now() },
    byAccountId: isOther ? person : undefined,
    keyId: done.keyId ?? (caller.type === "apiKey" ? caller.id : undefined),
    device: isOther ? undefined : device,
  });
}
