import type { Rules } from "@/lib/operations/transaction/transaction";
import { seedProject } from "./seed-project";

/** An explicitly created project gets default states, severities, statuses and roles. */
export const projectRules: Rules = {
  afterCreate: (transaction, row) => seedProject(transaction, String(row._id)),
};
