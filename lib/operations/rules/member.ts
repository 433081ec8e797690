import { firstUnheld, permissionFaults, refuseUnheld } from "@/lib/auth/grant";
import { titlesIn } from "@/lib/auth/issue-key";
import { AppError, invalid } from "@/lib/errors";
import type { Row } from "@/lib/schema/row";
import type { Draft, Moment, Rules } from "./rules";

/** Nobody gives away, takes or changes a place in a project that is above their own. */
export const memberRules: Rules = {
  async beforeCreate(moment, draft) {
    checkTitles(draft);
    refuseGrant(moment, draft);
  },
  async beforeUpdate(moment, before, patch) {
    if (patch.permissions !== undefined) checkTitles(patch);
    refuseAbove(moment, before);
    refuseGrant(moment, { ...before, ...patch });
  },
  beforeRemove: async (moment, row) => refuseAbove(moment, row),
};

function checkTitles(draft: Draft): void {
  const faults = permissionFaults(draft.permissions);
  if (faults.length > 0) throw invalid(faults);
  draft.permissions = titlesIn(draft.permissions);
}

function refuseGrant({ context }: Moment, row: Row): void {
  refuseUnheld(context.caller, titlesIn(row.permissions), String(row.projectId));
}

function refuseAbove({ context }: Moment, row: Row): void {
  const missing = firstUnheld(context.caller, titlesIn(row.permissions), String(row.projectId));
  if (missing === undefined) return;
  const detail = `This person holds "${missing}" here, so only someone who holds it too may do this.`;
  throw new AppError("forbidden", detail, { missing });
}
