import { includesProject, projectsAllowed, refusalDetails } from "@/lib/auth/grants/permission";
import { AppError, invalid } from "@/lib/errors";
import type { Draft, Rules, Transaction } from "@/lib/operations/transaction/transaction";
import { statusPage } from "@/lib/resources/status-pages/status-page";
import { faultAt } from "@/lib/schema/pointer";
import { isTimeZone } from "@/lib/schema/values/time-zone";

/** A page is shown to visitors only if a caller who may edit status pages has published it. */
export const statusPageRules: Rules = {
  beforeCreate: async (transaction, draft) => {
    checkTimeZone(draft);
    if ((draft.publishedAt ?? null) !== null) requireEditor(transaction, draft);
  },
  beforeUpdate: async (_transaction, _before, patch) => checkTimeZone(patch),
};

function requireEditor({ context }: Transaction, { projectId }: Draft): void {
  const project = String(projectId);
  if (includesProject(projectsAllowed(context.caller, statusPage, "update"), project)) return;
  const detail = "You do not have permission to publish status pages in this project.";
  throw new AppError("forbidden", detail, refusalDetails(statusPage, "update", project));
}

function checkTimeZone({ timeZone = null }: Draft): void {
  if (timeZone === null || isTimeZone(String(timeZone))) return;
  const problem = "must be the name of a time zone, such as UTC or Europe/Berlin";
  throw invalid([faultAt(["data", "timeZone"], "timeZone", problem)]);
}
