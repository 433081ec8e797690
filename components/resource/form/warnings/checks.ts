import { incident } from "@/lib/resources/incidents/incident";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { serviceDependency } from "@/lib/resources/monitoring/service-dependency";
import type { Resource } from "@/lib/schema/resource";
import type { Check } from "./check";
import { dependencyCycle, selfDependency } from "./dependencies";
import { duplicateRecord } from "./duplicate-record";
import { weakerStatus } from "./weaker-status";

/** The checks of each resource's form that go beyond its definition. */
const checks: Readonly<Record<string, readonly Check[]>> = {
  [serviceDependency.path]: [
    {
      column: "dependencyServiceId",
      uses: ["serviceId", "dependencyServiceId"],
      reads: [],
      run: selfDependency,
    },
    {
      column: "dependencyServiceId",
      uses: ["serviceId", "dependencyServiceId"],
      reads: [serviceDependency],
      run: dependencyCycle,
    },
  ],
  [incident.path]: [
    {
      column: "changeMonitorStatusToId",
      uses: ["changeMonitorStatusToId", "monitors", "currentIncidentStateId"],
      reads: [incident, incidentState, monitorStatus],
      run: weakerStatus,
    },
  ],
};

/** Returns the checks whose warnings are shown under a column. */
export function checksUnder(resource: Resource, column: string): readonly Check[] {
  return [...repetitions(resource), ...(checks[resource.path] ?? [])].filter(
    (check) => check.column === column,
  );
}

function repetitions(resource: Resource): readonly Check[] {
  const uses = resource.distinct ?? [];
  const column = uses.at(-1);
  return column === undefined ? [] : [{ column, uses, reads: [resource], run: duplicateRecord }];
}
