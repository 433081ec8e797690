import {
  changedPermissions,
  issueKey,
  outlastingFaults,
  projectOf,
} from "@/lib/auth/keys/issue-key";
import { refuseItself, refuseStronger } from "@/lib/auth/keys/key-bounds";
import { invalid } from "@/lib/errors";
import { changesOf } from "@/lib/operations/transaction/changes";
import { recordAccess } from "@/lib/operations/transaction/record-access";
import type { Rules } from "@/lib/operations/transaction/transaction";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { Row } from "@/lib/schema/row";

/**
 * Keys are made by the server, never grant more than their maker holds, last no longer than the key that makes or
 * changes them, and are revoked, not deleted.
 */
export const apiKeyRules: Rules = {
  asksBesides: "Besides, nobody gives or takes away what they do not hold themselves.",
  async prepare({ caller, now }, draft) {
    const { key, columns } = issueKey({ caller, data: draft, now: now() });
    Object.assign(draft, columns, { key });
  },
  shownOnce: (row, draft) => ({ ...row, key: draft.key ?? null }),
  async beforeUpdate({ context: { caller } }, before, patch) {
    refuseItself(caller, before);
    refuseStronger(caller, before, "update");
    if (patch.permissions !== undefined) {
      patch.permissions = changedPermissions(caller, before, patch.permissions);
    }
    const { expiresAt = null }: Row = { ...before, ...patch };
    const faults = outlastingFaults(caller, expiresAt);
    if (faults.length > 0) throw invalid(faults);
  },
  afterCreate: ({ context, writer }, row) =>
    recordAccess(writer, context, { event: "key_made", ...keyIn(row) }),
  async removeInstead({ context, writer, now }, row) {
    if (row.revokedAt !== null) return;
    refuseStronger(context.caller, row, "delete");
    const changes = changesOf(writer, context, context.channel, now);
    await changes.update(apiKey, row, { revokedAt: now });
    await recordAccess(writer, context, { event: "key_revoked", ...keyIn(row) });
  },
};

function keyIn(row: Row) {
  return { keyId: String(row._id), projectId: projectOf(row) };
}
