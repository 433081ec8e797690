import type { OpenIncidents } from "@/lib/contract/summary";
import { Inspection } from "@/lib/operations/integrity/inspection";
import { openWithoutOwner } from "@/lib/operations/integrity/owner-checks";
import { countRecords } from "@/lib/operations/record/count";
import type { Context } from "@/lib/operations/transaction/context";
import { incident } from "@/lib/resources/incidents/incident";
import { latest } from "./latest";
import { openNumbers } from "./open-records";

const shown = 3;
/** Time limit of the check, below that of a report, because an overview is requested often. */
const longestMs = 100;

const select = {
  ...{ title: true, incidentNumberWithPrefix: true, declaredAt: true },
  ...{ currentIncidentStateId: true, incidentSeverityId: true, monitors: true },
};

/**
 * Returns the open incidents of a project; null without permission to read them or their states.
 */
export async function openIncidents(
  context: Context,
  projectId: string,
  at: Date,
): Promise<OpenIncidents | null> {
  const open = await openNumbers(context, projectId, at, incident);
  if (!open) return null;
  const byAge = (direction: 1 | -1) =>
    latest(context, incident, {
      ...{ query: open.query, select, limit: shown },
      sort: { declaredAt: direction },
    });
  const newest = await byAge(-1);
  const oldest = await byAge(1);
  if (!newest || !oldest) return null;
  const unowned = await unownedIncidents(context, projectId);
  const hasAny = open.count > 0 || (await countRecords(context, incident, { projectId })) > 0;
  return { ...open, unowned, newest, oldest, hasAny };
}

/** Returns the open incidents without an owner; null if the caller may not read owners. */
export async function unownedIncidents(
  context: Context,
  projectId: string,
): Promise<OpenIncidents["unowned"]> {
  const inspection = new Inspection(context, projectId, longestMs);
  const [check] = await openWithoutOwner(inspection, incident);
  if (!check) return null;
  const { count, query, hasMore, isComplete } = await inspection.finding(check);
  return { count, query, hasMore: hasMore || !isComplete };
}
