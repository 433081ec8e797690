import { includesProject, projectsAllowed, refusalDetails } from "@/lib/auth/grants/permission";
import { AppError } from "@/lib/errors";
import { checkTimeZone } from "@/lib/operations/rules/settings/time-zone";
import type { Draft, Rules, Transaction } from "@/lib/operations/transaction/transaction";
import { statusPage } from "@/lib/resources/status-pages/status-page";

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
