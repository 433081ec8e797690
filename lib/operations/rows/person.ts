import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import type { Context } from "@/lib/operations/transaction/context";
import { user } from "@/lib/resources/settings/user";
import { ownerRole } from "@/lib/schema/permission-titles";
import type { Row } from "@/lib/schema/row";
import type { Reader, Store } from "@/lib/store/port/store";
import { findRows } from "./read-record";

/**
 * Returns the users with this e-mail address, compared case-insensitively. At most one of them has
 * an account.
 */
export async function peopleByEmail(reader: Reader, email: string): Promise<readonly Row[]> {
  const wanted = email.trim();
  const found = await findRows(reader, user, {
    projects: "all",
    filter: { op: "startsWith", column: "email", value: wanted },
  });
  return found.filter((row) => String(row.email).toLowerCase() === wanted.toLowerCase());
}

/** Returns the context of a user who acts through a link, before they are signed in. */
export function contextOf(
  store: Store,
  person: { readonly id: string; readonly name: string },
  requestId: string,
  now: () => Date,
): Context {
  const caller: Caller = { type: "user", ...person, grants: new Map() };
  return { caller, requestId, channel: "console", store, policy: { references: "loose" }, now };
}

/** Returns true for a deployment owner. */
export function ownsDeployment({ grants }: Pick<Caller, "grants">): boolean {
  return grants.get(everyProject)?.has(ownerRole) ?? false;
}
