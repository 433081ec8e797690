import type { Report } from "@/lib/contract/report";
import { countRecords } from "@/lib/operations/record/count";
import { latest } from "@/lib/operations/summary/latest";
import { unownedIncidents } from "@/lib/operations/summary/open-incidents";
import type { Context } from "@/lib/operations/transaction/context";
import type { Visibility } from "@/lib/operations/transaction/transaction";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentSeverity } from "@/lib/resources/incidents/incident-severity";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import type { JsonObject } from "@/lib/schema/json";
import { countDated, readableIn } from "./scan";

type Attention = Report["attention"];

const shown = 5;
const dayMs = 86_400_000;
/** A postmortem is due a week after the declaration. Older incidents than 90 more days are let be. */
const [dueDays, longestDays] = [7, 97];

const select = {
  ...{ title: true, incidentNumberWithPrefix: true, declaredAt: true },
  ...{ currentIncidentStateId: true, incidentSeverityId: true },
};

/** Returns the incidents that somebody should look at now, whatever the period. */
export async function attentionOf(context: Context, projectId: string): Promise<Attention> {
  const incidents = readableIn(context, incident, projectId);
  if (!incidents) return { open: null, unowned: null, withoutPostmortem: null };
  const states = await openStates(context, projectId);
  const query = states && { projectId, currentIncidentStateId: states };
  const sort = { declaredAt: 1 };
  const oldest = query && (await latest(context, incident, { query, select, limit: shown, sort }));
  return {
    open: oldest
      ? {
          ...{ count: await countRecords(context, incident, oldest.query), query: oldest.query },
          data: oldest.data,
        }
      : null,
    unowned: query ? await unownedIncidents(context, projectId) : null,
    withoutPostmortem: await withoutPostmortem(context, incidents, projectId),
  };
}

/** Returns the incidents of the worst severity whose postmortem is due and not published. */
async function withoutPostmortem(
  context: Context,
  incidents: Visibility,
  projectId: string,
): Promise<Attention["withoutPostmortem"]> {
  const visibility = readableIn(context, incidentSeverity, projectId);
  if (!visibility) return null;
  const [worst] = await context.store.reader.find(incidentSeverity, {
    ...{ projects: [projectId], columns: ["_id"], limit: 1 },
    sort: [{ column: "order", direction: "asc" }],
  });
  if (!worst) return null;
  const at = (days: number, moreMs = 0) =>
    new Date(context.now().getTime() - days * dayMs + moreMs).toISOString();
  const query: JsonObject = {
    ...{ projectId, incidentSeverityId: String(worst._id), postmortemPostedAt: null },
    declaredAt: { _type: "InBetween", startValue: at(longestDays), endValue: at(dueDays) },
  };
  // The list includes both ends. A scan by date is bounded, where a count may read all incidents.
  const stretch = { start: at(longestDays), end: at(dueDays, 1) };
  const records = { projectId, column: "declaredAt", stretch };
  const ids = { incidentSeverityId: String(worst._id) };
  const count = await countDated(context, incidents, records, {
    ids,
    empty: ["postmortemPostedAt"],
  });
  return { count, query };
}

/** Returns the ids of the states that do not resolve; undefined if the caller may not read them. */
async function openStates(context: Context, projectId: string): Promise<string[] | undefined> {
  if (!readableIn(context, incidentState, projectId)) return undefined;
  const rows = await context.store.reader.find(incidentState, {
    projects: [projectId],
    columns: ["_id", "isResolvedState"],
    sort: [{ column: "order", direction: "asc" }],
  });
  return rows.filter((row) => row.isResolvedState !== true).map(({ _id }) => String(_id));
}
