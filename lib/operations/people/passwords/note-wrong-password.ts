import { noteRefusal } from "@/lib/auth/access-log/refusals";
import type { Context } from "@/lib/operations/transaction/context";

/** Counts a wrong password of a signed-in user for the access log. Writes nothing at once. */
export function noteWrongPassword({ caller, readDevice, now, requestId, store }: Context): void {
  if (!readDevice) return;
  const about = { accountId: caller.id, at: now(), device: readDevice(), requestId };
  noteRefusal(store, { event: "confirmation_refused", ...about });
}
