import type { Caller } from "@/lib/auth/grants/caller";
import { firstUnheld } from "@/lib/auth/grants/may-grant";
import { refusalDetails, refusalFor } from "@/lib/auth/grants/permission";
import { AppError } from "@/lib/errors";
import { resources } from "@/lib/resources";
import { apiKey } from "@/lib/resources/settings/api-key";
import { holdersOf } from "@/lib/schema/permission-titles";
import type { Right } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { outlasts, projectOf, titlesIn } from "./issue-key";

/** Throws `forbidden` if the key of `row` holds a permission that the caller lacks there. */
export function assertNotStronger(caller: Caller, row: Row, right: Right): void {
  const projectId = projectOf(row);
  const missing = firstUnheld(caller, titlesIn(row["permissions"]), projectId);
  if (missing === undefined) return;
  const detail = `This key holds "${missing}", so only a caller who holds it too may do this.`;
  throw refusalFor(detail, holdersOf(missing, [...resources.values()]), {
    ...{ resource: apiKey, right },
    ...(projectId !== null && { projectId }),
  });
}

/** Throws `forbidden` if the caller is the key of `row`. It may only rotate and revoke itself. */
export function assertNotItself(caller: Caller, row: Row): void {
  if (caller.type !== "apiKey" || caller.id !== row["_id"]) return;
  const detail = "A key cannot change itself. It can only be rotated or revoked by itself.";
  throw new AppError("forbidden", detail, refusalDetails(apiKey, "update"));
}

/** Throws `forbidden` if the key of `row` expires later than the caller's own. */
export function assertNotOutlasting(caller: Caller, row: Row): void {
  if (!outlasts(row["expiresAt"] ?? null, caller)) return;
  const detail = `Your own key ends at ${caller.endsAt}, so it cannot rotate a key that lasts longer. Use one that lasts as long, or sign in.`;
  throw new AppError("forbidden", detail, refusalDetails(apiKey, "update"));
}
