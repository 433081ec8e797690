import { AppError, invalid } from "@/lib/errors";
import type { Rules } from "@/lib/operations/transaction/transaction";
import { faultAt } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";

/** The primary role of an incident is held by one user, and it cannot be deleted. */
export const incidentRoleRules: Rules = {
  beforeCreate: async (_, draft) => assertNotShared(draft),
  beforeUpdate: async (_, before, patch) => assertNotShared({ ...before, ...patch }),
  async beforeRemove(_, { isPrimaryRole, isDeleteable, name }) {
    if (isPrimaryRole !== true && isDeleteable !== false) return;
    throw new AppError(
      "conflict",
      `The role ${name} is one that incidents need and cannot be deleted.`,
    );
  },
};

function assertNotShared({ isPrimaryRole, canAssignMultipleUsers }: Row): void {
  if (isPrimaryRole !== true || canAssignMultipleUsers !== true) return;
  const field = "canAssignMultipleUsers";
  const problem = "must be false for the role that leads the incident";
  throw invalid([faultAt(["data", field], field, problem)]);
}
