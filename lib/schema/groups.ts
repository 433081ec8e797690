import type { Resource } from "./resource";

/** Display name of each group. */
export const groupNames = {
  incidents: "Incidents",
  alerts: "Alerts",
  "on-call": "On-call",
  monitoring: "Monitoring",
  "status-pages": "Status pages",
  "ai-agents": "AI agents",
  provisioning: "Provisioning",
  settings: "Settings",
} as const;

export type Group = keyof typeof groupNames;

/** Groups resources. Groups are in the order of `groupNames`, resources in the order given. */
export function groupsOf(resources: Iterable<Resource>): [Group, Resource[]][] {
  const all = [...resources];
  const groups = Object.keys(groupNames) as Group[];
  const filled = groups.map((group): [Group, Resource[]] => [
    group,
    all.filter((resource) => resource.group === group),
  ]);
  return filled.filter(([, members]) => members.length > 0);
}
