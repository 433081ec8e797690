import { refuseUnheld } from "@/lib/auth/grant";
import { changedPermissions, issueKey, projectOf, titlesIn } from "@/lib/auth/issue-key";
import { changesOf } from "@/lib/operations/changes";
import { apiKey } from "@/lib/resources/api-key";
import type { Rules } from "./rules";

/** Keys are made by the server, never grant more than their maker holds, and are revoked, not deleted. */
export const apiKeyRules: Rules = {
  asksBesides: "Besides, nobody gives or takes away what they do not hold themselves.",
  async prepare({ caller, now }, draft) {
    const { key, columns } = issueKey({ caller, data: draft, now: now() });
    Object.assign(draft, columns, { key });
  },
  shownOnce: (row, draft) => ({ ...row, key: draft.key ?? null }),
  async beforeUpdate({ context }, before, patch) {
    const { caller } = context;
    if (patch.permissions !== undefined) {
      patch.permissions = changedPermissions(caller, before, patch.permissions);
    }
    // A later end gives an expired key its rights back.
    if (patch.expiresAt !== undefined) {
      const tried = { resource: apiKey, right: "update" } as const;
      refuseUnheld(caller, titlesIn(before.permissions), projectOf(before), tried);
    }
  },
  async removeInstead({ context, writer, now }, row) {
    if (row.revokedAt !== null) return;
    const changes = changesOf(writer, context, context.channel, now);
    await changes.update(apiKey, row, { revokedAt: now });
  },
};
