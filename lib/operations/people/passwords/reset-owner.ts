import { deploymentOwners } from "@/lib/auth/grants/deployment-owners";
import { systemCaller } from "@/lib/auth/grants/system-caller";
import { findRow } from "@/lib/operations/rows/read-record";
import { changesOf } from "@/lib/operations/transaction/changes";
import type { Context } from "@/lib/operations/transaction/context";
import { user } from "@/lib/resources/settings/user";
import { newId } from "@/lib/store/port/new-id";
import type { Store } from "@/lib/store/port/store";
import { newResetLink, type ResetLink } from "./reset-link";

/** A reset link for the first deployment owner, with their address. */
export interface OwnerLink extends ResetLink {
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
    const context = contextOf(store, now);
    if (owner.disabledAt !== null) await enable(context, id);
    return { ...(await newResetLink(context, id)), email: String(owner.email) };
  }
  return undefined;
}

function contextOf(store: Store, now: Date): Context {
  return {
    caller: systemCaller("npm run reset-owner"),
    requestId: newId(),
    channel: "system",
    store,
    policy: { references: "loose" },
    now: () => now,
  };
}

async function enable(context: Context, id: string): Promise<void> {
  await context.store.write(async (writer) => {
    const row = await findRow(writer, user, id, "all");
    if (!row) return;
    const changes = changesOf(writer, context, "system", context.now().toISOString());
    await changes.update(user, row, { disabledAt: null });
  });
}
