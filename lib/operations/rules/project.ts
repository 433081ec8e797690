import { seedProject } from "@/lib/operations/seed-project";
import type { Rules } from "./rules";

/** A project that is made on purpose comes with states, severities, statuses and roles to begin with. */
export const projectRules: Rules = {
  afterCreate: (transaction, row) => seedProject(transaction, String(row._id)),
};
