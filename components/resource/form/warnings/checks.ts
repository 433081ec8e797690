import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import { findRows, inProject } from "@/lib/client/queries/queries";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { serviceDependency } from "@/lib/resources/monitoring/service-dependency";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import type { Check, Checked } from "./check";
import { dependencyCycle, selfDependency } from "./dependencies";
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

/** Warns if another record has the same values in the columns by which records should differ. */
async function duplicateRecord(checked: Checked): Promise<string | undefined> {
  const { resource, project, id, values, signal } = checked;
  const query = { ...values, ...(id !== undefined && { _id: { _type: "NotEqual", value: id } }) };
  const ask = { query: inProject(resource, project, query), select: { _id: true }, limit: 1 };
  const found = await findRows(resource, ask, signal);
  if (found.length === 0) return undefined;
  const { byColumn } = shapeOf(resource);
  const titles = Object.keys(values).flatMap((name) => {
    const column = byColumn.get(name);
    return column ? [titleOf(column)] : [];
  });
  const same = `${titles.slice(0, -1).join(", ")} and ${titles.at(-1)}`;
  return `Another ${inSentence(resource.name)} has the same ${same}.`;
}
