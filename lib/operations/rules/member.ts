import { everyProject } from "@/lib/auth/caller";
import { firstUnheld, permissionFaults, refuseUnheld } from "@/lib/auth/grant";
import { titlesIn } from "@/lib/auth/issue-key";
import { refusalFor } from "@/lib/auth/permission";
import { invalid } from "@/lib/errors";
import { findRow } from "@/lib/operations/read-whole";
import { resources } from "@/lib/resources";
import { member } from "@/lib/resources/member";
import { user } from "@/lib/resources/user";
import { holdersOf } from "@/lib/schema/access";
import { faultAt } from "@/lib/schema/pointer";
import type { Right } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Draft, Moment, Rules } from "./rules";

/** Nobody gives away, takes or changes a place in a project that is above their own. */
export const memberRules: Rules = {
  asksBesides: "Besides, nobody gives or takes away what they do not hold themselves.",
  async beforeCreate(moment, draft) {
    checkTitles(draft);
    refuseGrant(moment, draft, "create");
    await refuseStranger(moment, draft);
  },
  async beforeUpdate(moment, before, patch) {
    if (patch.permissions !== undefined) checkTitles(patch);
    refuseAbove(moment, before, "update");
    refuseGrant(moment, { ...before, ...patch }, "update");
    if (patch.userId !== undefined) await refuseStranger(moment, patch);
  },
  beforeRemove: async (moment, row) => refuseAbove(moment, row, "delete"),
};

function checkTitles(draft: Draft): void {
  const faults = permissionFaults(draft.permissions);
  if (faults.length > 0) throw invalid(faults);
  draft.permissions = titlesIn(draft.permissions);
}

function refuseGrant({ context }: Moment, row: Row, right: Right): void {
  const titles = titlesIn(row.permissions);
  refuseUnheld(context.caller, titles, String(row.projectId), { resource: member, right });
}

/**
 * Being a member makes a person's name and address known, so only people the caller shares a project with
 * already can be added; anyone else, known to the deployment or not, is invited.
 */
async function refuseStranger({ context, writer }: Moment, { userId }: Draft): Promise<void> {
  const { grants } = context.caller;
  if (grants.has(everyProject)) return;
  const known = await findRow(writer, user, String(userId), [...grants.keys()]);
  if (known) return;
  const problem = "must be the id of a person you share a project with";
  throw invalid([faultAt(["data", "userId"], "userId", problem)]);
}

function refuseAbove({ context }: Moment, row: Row, right: Right): void {
  const projectId = String(row.projectId);
  const missing = firstUnheld(context.caller, titlesIn(row.permissions), projectId);
  if (missing === undefined) return;
  const detail = `This person holds "${missing}" here, so only someone who holds it too may do this.`;
  const sufficient = holdersOf(missing, [...resources.values()]);
  throw refusalFor(detail, sufficient, { resource: member, right, projectId });
}
