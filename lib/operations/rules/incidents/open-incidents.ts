import { incident } from "@/lib/resources/incidents/incident";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import type { Filter } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";

const statesAtOnce = 100;
const incidentsAtOnce = 200;
/** More groups are merged, because a long condition costs more than a few extra rows. */
const mostGroups = 8;

/** Incidents that name one of these monitors and request one of these statuses. */
export interface WantedIncidents {
  readonly monitors: readonly string[];
  readonly statuses: readonly string[];
}

/**
 * Returns pages of the `wanted` incidents of a state, newest first. Calls `wanted` before each page
 * and ends when it is empty.
 */
export async function* openIncidents(
  reader: Reader,
  { projectId, stateId }: { readonly projectId: string; readonly stateId: string },
  wanted: () => readonly WantedIncidents[],
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  do {
    const groups = wanted();
    if (groups.length === 0) return;
    // One state at a time, because its index holds its incidents in page order.
    const inState = { op: "eq", column: "currentIncidentStateId", value: stateId } as const;
    const rows: Row[] = await reader.find(incident, {
      projects: [projectId],
      filter: { op: "and", filters: [inState, ...conditions(groups)] },
      columns,
      sort: [{ column: "createdAt", direction: "desc" }],
      limit: incidentsAtOnce,
      ...(last && { after: { values: [String(last.createdAt)], id: String(last._id) } }),
    });
    yield rows;
    last = rows.length < incidentsAtOnce ? undefined : rows.at(-1);
  } while (last);
}

const columns = [
  ...["_id", "createdAt", "incidentNumberWithPrefix", "title"],
  ...["monitors", "changeMonitorStatusToId"],
];

/**
 * Returns the conditions. The first names all monitors, so that the store can start with their
 * incidents if they are few.
 */
function conditions(groups: readonly WantedIncidents[]): Filter[] {
  const all = {
    monitors: groups.flatMap(({ monitors }) => monitors),
    statuses: [...new Set(groups.flatMap(({ statuses }) => statuses))],
  };
  const each: Filter[] = groups.map((group) => ({ op: "and", filters: conditionsOf(group) }));
  const isOne = groups.length === 1 || groups.length > mostGroups;
  return [...conditionsOf(all), ...(isOne ? [] : [{ op: "or", filters: each } as const])];
}

function conditionsOf({ monitors, statuses }: WantedIncidents): Filter[] {
  return [
    { op: "hasAny", column: "monitors", values: monitors },
    { op: "in", column: "changeMonitorStatusToId", values: statuses },
  ];
}

/**
 * Returns the current states of a project's incidents, without the resolved ones. A state without a
 * record is not resolved. Listing the states lets an index find the few open incidents among all
 * others.
 */
export async function openStates(reader: Reader, projectId: string): Promise<string[]> {
  const over = await reader.find(incidentState, {
    projects: [projectId],
    filter: { op: "eq", column: "isResolvedState", value: true },
    columns: ["_id"],
  });
  const isOver = new Set(over.map((row) => String(row._id)));
  const found: string[] = [];
  const [column, limit] = ["currentIncidentStateId", statesAtOnce];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page = await reader.distinctIds(incident, { column, projectId, after, limit });
    if (!page) throw new Error("The states of incidents are not counted.");
    found.push(...page.filter((id) => !isOver.has(id)));
    after = page.length < limit ? undefined : page.at(-1);
  }
  return found;
}
