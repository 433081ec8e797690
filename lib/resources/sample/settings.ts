import { newProject } from "@/lib/resources/new-project";
import { beginning, type SampleRow, type Sampler } from "./sample-row";

/** Returns a new project's states, severities, statuses and roles, with fixed ids, and labels. */
export function settingRows({ row }: Sampler): SampleRow[] {
  const standard = newProject.flatMap(({ path, rows }) =>
    rows.map((data, i) => row(path, i + 1, beginning - 1, data)),
  );
  const marks = labels.map(([name, color, description], i) =>
    row("label", i + 1, beginning - 2, { name, color, description }),
  );
  return [...standard, ...marks];
}

/** Numbers of the standard states for `sampleId("incident-state", n)`, and of alert states. */
export const stateNumber = { identified: 1, acknowledged: 2, resolved: 3 } as const;

/** Numbers for `sampleId("monitor-status", n)`. */
export const statusNumber = { operational: 1, degraded: 2, offline: 3 } as const;

/** Numbers for `sampleId("label", n)`. */
export const labelNumber = {
  euWest: 1,
  usEast: 2,
  payments: 3,
  database: 4,
  thirdParty: 5,
  customerFacing: 6,
} as const;

export type LabelName = keyof typeof labelNumber;

const labels = [
  ["eu-west", "#2563eb", "Runs in, or is limited to, the European region."],
  ["us-east", "#0891b2", "Runs in, or is limited to, the American region."],
  ["payments", "#7c3aed", "Money is involved."],
  ["database", "#b45309", "The cause or the cure lies in a database."],
  ["third-party", "#64748b", "A supplier has to act."],
  ["customer-facing", "#db2777", "Customers notice."],
] as const;
