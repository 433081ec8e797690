import { both, visibilityOrNone } from "@/lib/operations/access/visibility";
import { mayRead } from "@/lib/operations/summary/open-records";
import type { Context } from "@/lib/operations/transaction/context";
import { incident } from "@/lib/resources/incidents/incident";
import type { Filter } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";

const mostIncidents = 2_000;

/** An incident by the place of the day on which it was declared. */
export interface DatedIncident {
  readonly _id: string;
  readonly number: string;
  readonly day: number;
}

/** Incidents of monitors in a period. */
export interface IncidentsByMonitor {
  /** In the order of declaration. A monitor without incidents is not in the map. */
  readonly byMonitor: ReadonlyMap<string, readonly DatedIncident[]>;
  /** False if there are more than 2,000; these are then the newest. */
  readonly isComplete: boolean;
}

/**
 * Returns the incidents that name monitors and were declared on the days that `startsMs` bounds;
 * undefined if the caller may not read incidents.
 */
export async function incidentsByDay(
  context: Context,
  projectId: string,
  startsMs: readonly number[],
): Promise<IncidentsByMonitor | undefined> {
  const visibility = visibilityOrNone(context, incident);
  if (!visibility || !mayRead(context, incident, projectId)) return undefined;
  const [from = 0, to = 0] = [startsMs[0], startsMs.at(-1)];
  const column = "declaredAt";
  const declared: Filter = {
    op: "and",
    filters: [
      { op: "gte", column, value: new Date(from).toISOString() },
      { op: "lt", column, value: new Date(to).toISOString() },
    ],
  };
  const rows = await context.store.reader.find(incident, {
    projects: [projectId],
    filter: both(visibility.filter, declared) ?? declared,
    columns: ["_id", "incidentNumberWithPrefix", column, "monitors"],
    sort: [{ column, direction: "desc" }],
    limit: mostIncidents + 1,
  });
  const incidents = rows.slice(0, mostIncidents).reverse();
  return { byMonitor: byMonitor(incidents, startsMs), isComplete: rows.length <= mostIncidents };
}

function byMonitor(
  incidents: readonly Row[],
  startsMs: readonly number[],
): Map<string, DatedIncident[]> {
  const found = new Map<string, DatedIncident[]>();
  for (const { _id, incidentNumberWithPrefix: number = null, declaredAt, monitors } of incidents) {
    const declaredMs = Date.parse(String(declaredAt));
    const day = startsMs.findLastIndex((startMs) => startMs <= declaredMs);
    for (const id of Array.isArray(monitors) ? monitors.map(String) : []) {
      const known = found.get(id) ?? [];
      found.set(id, known);
      known.push({ _id: String(_id), number: String(number ?? ""), day });
    }
  }
  return found;
}
