import type { Caller } from "@/lib/auth/grants/caller";
import { firstUnheld } from "@/lib/auth/grants/grant";
import { refusalDetails, refusalFor } from "@/lib/auth/grants/permission";
import { AppError } from "@/lib/errors";
import { resources } from "@/lib/resources";
import { apiKey } from "@/lib/resources/settings/api-key";
import { holdersOf } from "@/lib/schema/access";
import type { Right } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { outlasts, projectOf, titlesIn } from "./issue-key";

/** Throws `forbidden` when the key of `row` holds something that the caller does not hold there. */
export function refuseStronger(caller: Caller, row: Row, right: Right): void {
  const projectId = projectOf(row);
  const missing = firstUnheld(caller, titlesIn(row["permissions"]), projectId);
  if (missing === undefined) return;
  const detail = `This key holds "${missing}", so only a caller who holds it too may do this.`;
  throw refusalFor(detail, holdersOf(missing, [...resources.values()]), {
    ...{ resource: apiKey, right },
    ...(projectId !== null && { projectId }),
  });
}

/** Throws `forbidden` when the caller is the key of `row`: a key can rotate and revoke itself, nothing else. */
export function refuseItself(caller: Caller, row: Row): void {
  if (caller.type !== "apiKey" || caller.id !== row["_id"]) return;
  const detail = "A key cannot change itself. It can only be rotated or revoked by itself.";
  throw new AppError("forbidden", detail, refusalDetails(apiKey, "update"));
}

/** Throws `forbidden` when the key of `row` works for longer than the caller's own. */
export function refuseOutlasting(caller: Caller, row: Row): void {
  if (!outlasts(row["expiresAt"] ?? null, caller)) return;
  const detail = `Your own key ends at ${caller.endsAt}, so it cannot rotate a key that lasts longer. Use one that lasts as long, or sign in.`;
  throw new AppError("forbidden", detail, refusalDetails(apiKey, "update"));
}
