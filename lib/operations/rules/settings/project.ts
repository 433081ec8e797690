import type { Rules } from "@/lib/operations/transaction/transaction";
import { seedProject } from "./seed-project";

/** A project that is made on purpose comes with states, severities, statuses and roles to begin with. */
export const projectRules: Rules = {
  afterCreate: (transaction, row) => seedProject(transaction, String(row._id)),
};
