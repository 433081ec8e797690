import { deploymentOwners } from "@/lib/auth/grants/deployment-owners";
import type { OneTimeLink } from "@/lib/contract/people";
import { findRow } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { systemContext } from "@/lib/operations/transaction/system-context";
import { user } from "@/lib/resources/settings/user";
import type { Store } from "@/lib/store/port/store";
import { newResetLink } from "./reset-link";

/** A reset link for the first deployment owner, with their address. */
export interface OwnerLink extends OneTimeLink {
  readonly email: string;
}

/**
 * Creates a reset link for the first deployment owner and enables a disabled account. Returns
 * undefined without an owner.
 */
export async function resetOwner(store: Store, now: Date): Promise<OwnerLink | undefined> {
  for (const id of await deploymentOwners(store.reader)) {
    const owner = await findRow(store.reader, user, id, "all");
    if (!owner) continue;
    const context = systemContext(store, "npm run reset-owner", now);
    if (owner.disabledAt !== null) await enable(context, id);
    return { ...(await newResetLink(context, id)), email: String(owner.email) };
  }
  return undefined;
}

async function enable(context: Context, id: string): Promise<void> {
  await inTransaction(context, async ({ writer, changes }) => {
    const row = await findRow(writer, user, id, "all");
    if (!row) return;
    await changes.update(user, row, { disabledAt: null });
  });
}
