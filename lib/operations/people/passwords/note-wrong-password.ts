import { noteRefusal } from "@/lib/auth/access-log/refusals";
import type { Context } from "@/lib/operations/transaction/context";

/** Counts a wrong password of a signed-in user for the access log. Writes nothing at once. */
export function noteWrongPassword({ caller, device, now, requestId, store }: Context): void {
  if (!device) return;
  const about = { accountId: caller.id, at: now(), device, requestId };
  noteRefusal(store, { event: "confirmation_refused", ...about });
}
