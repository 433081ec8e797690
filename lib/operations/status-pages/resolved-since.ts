import { incidentStateTimeline } from "@/lib/resources/incidents/incident-state-timeline";
import type { Reader } from "@/lib/store/port/store";

/** Most events that are read to find incidents that were resolved lately. */
const mostEvents = 1_000;
/** Longest time between the creation of an event and its start, in milliseconds. */
const longestPlanMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the ids of incidents with events of resolved states since a time: of the events that were
 * created last. The creation bounds the search, because an index by state has it.
 */
export async function resolvedSince(
  reader: Reader,
  projects: readonly string[],
  resolvedStates: readonly string[],
  fromMs: number,
): Promise<string[]> {
  const events = await reader.find(incidentStateTimeline, {
    ...{ projects, columns: ["incidentId"], limit: mostEvents },
    filter: {
      op: "and",
      filters: [
        { op: "in", column: "incidentStateId", values: resolvedStates },
        { op: "gte", column: "createdAt", value: new Date(fromMs - longestPlanMs).toISOString() },
        { op: "gte", column: "startsAt", value: new Date(fromMs).toISOString() },
      ],
    },
  });
  return [...new Set(events.map(({ incidentId }) => String(incidentId)))];
}
