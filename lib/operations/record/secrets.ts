import { callerScope } from "@/lib/auth/grants/caller-scope";
import { hashString } from "@/lib/auth/passwords/hashed-string";
import type { Context } from "@/lib/operations/transaction/context";
import type { Draft } from "@/lib/operations/transaction/transaction";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/**
 * Returns the values of an update without null secrets. A secret reads as null, and a client may
 * send a record back as it was read. An empty text removes a secret.
 */
export function withoutUnreadSecrets(resource: Resource, sent: Row): Draft {
  const { byColumn } = shapeOf(resource);
  const entries = Object.entries(sent).filter(([name, value]) => {
    const field = byColumn.get(name)?.field;
    return value !== null || field === undefined || !kindOf(field).isSecret;
  });
  return Object.fromEntries(entries);
}

/**
 * Replaces secrets with their hashes; an empty text removes a secret. A hash takes about 0.1 s, so
 * this runs before any transaction.
 */
export async function hashSecrets(
  { caller }: Context,
  resource: Resource,
  draft: Draft,
): Promise<void> {
  for (const { name, field } of shapeOf(resource).columns) {
    const value = draft[name];
    if (!kindOf(field).isSecret || typeof value !== "string") continue;
    draft[name] = value === "" ? null : await hashString(value, callerScope(caller));
  }
}
