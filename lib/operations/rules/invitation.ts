import { permissionFaults, refuseUnheld } from "@/lib/auth/grant";
import { titlesIn } from "@/lib/auth/issue-key";
import { hashSecret, makeToken } from "@/lib/auth/secret";
import { AppError, invalid } from "@/lib/errors";
import { personByEmail } from "@/lib/operations/people/person";
import { everyColumn } from "@/lib/operations/read-whole";
import { invitation } from "@/lib/resources/invitation";
import { member } from "@/lib/resources/member";
import type { Draft, Moment, Rules } from "./rules";

const lastsMs = 7 * 24 * 60 * 60 * 1000;

/** An invitation grants no more than its maker holds, once, and only its link can use it. */
export const invitationRules: Rules = {
  asksBesides: "Besides, nobody gives or takes away what they do not hold themselves.",
  async prepare({ caller, now, policy }, draft) {
    const faults = permissionFaults(draft.permissions);
    if (faults.length > 0) throw invalid(faults);
    const permissions = titlesIn(draft.permissions);
    const tried = { resource: invitation, right: "create" } as const;
    refuseUnheld(caller, permissions, String(draft.projectId), tried);
    draft.permissions = permissions;
    const token = makeToken();
    draft.tokenHash = hashSecret(token);
    draft.expiresAt = new Date(now().getTime() + lastsMs).toISOString();
    draft.link = `${policy.publicUrl ?? ""}/invite/${token}`;
  },
  async beforeCreate(moment, draft) {
    await refuseMember(moment, draft);
    await removeFormer(moment, draft);
  },
  shownOnce: (row, draft) => ({ ...row, link: draft.link ?? null }),
};

async function refuseMember({ writer }: Moment, draft: Draft): Promise<void> {
  const person = await personByEmail(writer, String(draft.email));
  if (!person) return;
  const places = await writer.count(member, {
    projects: [String(draft.projectId)],
    filter: { op: "eq", column: "userId", value: String(person._id) },
  });
  if (places === 0) return;
  const detail = `${draft.email} is a member of this project already. Change what they may do there.`;
  throw new AppError("conflict", detail);
}

/** Who is invited again gets a new link; the one before must not stay open unseen. */
async function removeFormer({ writer, changes }: Moment, draft: Draft): Promise<void> {
  const open = await writer.find(invitation, {
    projects: [String(draft.projectId)],
    columns: everyColumn(invitation),
  });
  const email = String(draft.email).toLowerCase();
  for (const row of open) {
    if (String(row.email).toLowerCase() === email) await changes.remove(invitation, row);
  }
}
