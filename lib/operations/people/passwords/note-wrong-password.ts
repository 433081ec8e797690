import { noteRefusal } from "@/lib/auth/access-log/refusals";
import type { Context } from "@/lib/operations/transaction/context";

/** Counts in the access log that a person who is signed in gave a wrong password; writes nothing at once. */
export function noteWrongPassword({ caller, device, now, requestId, store }: Context): void {
  if (!device) return;
  const about = { accountId: caller.id, at: now(), device, requestId };
  noteRefusal(store, { event: "confirmation_refused", ...about });
}
