import type { IncidentNumbers } from "@/lib/contract/report";
import type { Context } from "@/lib/operations/transaction/context";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentSeverity } from "@/lib/resources/incidents/incident-severity";
import { incidentStateTimeline } from "@/lib/resources/incidents/incident-state-timeline";
import {
  type DeclaredIncident,
  durationColumns,
  IncidentTally,
  type Severity,
} from "./incident-tally";
import type { Period } from "./period";
import { readableIn, scanRecords } from "./scan";

/** The incidents of a period: their numbers, and each of them for the load of their owners. */
export interface IncidentsOfPeriod {
  readonly numbers: IncidentNumbers;
  readonly declared: readonly DeclaredIncident[];
  /** The caller may read the events that tell when incidents ended. */
  readonly tellsTimes: boolean;
}

/**
 * Returns the numbers of the incidents that were declared in a period; undefined without permission
 * to read incidents. Times follow from the events of the states, and need their permission.
 */
export async function incidentsOf(
  context: Context,
  projectId: string,
  period: Period,
): Promise<IncidentsOfPeriod | undefined> {
  const visibility = readableIn(context, incident, projectId);
  if (!visibility) return undefined;
  const tellsTimes = readableIn(context, incidentStateTimeline, projectId) !== undefined;
  const severities = await severitiesOf(context, projectId);
  const tally = new IncidentTally(period, severities, tellsTimes);
  const columns = ["incidentSeverityId", ...durationColumns];
  const scan = { projectId, column: "declaredAt", stretch: period, columns };
  await scanRecords(context, visibility, scan, (rows) => {
    for (const row of rows) tally.add(row);
  });
  return { numbers: tally.numbers(projectId), declared: tally.declared, tellsTimes };
}

/** Returns the severities, worst first; undefined if the caller may not read them. */
async function severitiesOf(
  context: Context,
  projectId: string,
): Promise<readonly Severity[] | undefined> {
  const visibility = readableIn(context, incidentSeverity, projectId);
  if (!visibility) return undefined;
  const rows = await context.store.reader.find(incidentSeverity, {
    projects: [projectId],
    ...(visibility.filter && { filter: visibility.filter }),
    columns: ["_id", "name", "color"],
    sort: [{ column: "order", direction: "asc" }],
  });
  return rows.map(({ _id, name = null, color = null }) => ({
    _id: String(_id),
    label: String(name ?? ""),
    color: color === null ? null : String(color),
  }));
}
