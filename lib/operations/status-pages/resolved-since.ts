import { incidentStateTimeline } from "@/lib/resources/incidents/incident-state-timeline";
import type { Filter, Position } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import type { Reader } from "@/lib/store/port/store";

/** Events that are read in one turn of the event loop. */
const atOnce = 1_000;
/** Most events of a state that are read, so that a page of a busy project takes a bounded time. */
const mostEvents = 20_000;
/** Longest time between the creation of an event and its start, in milliseconds. */
const longestPlanMs = 30 * 24 * 60 * 60 * 1000;

interface Resolutions {
  readonly projects: readonly string[];
  /** Ids of the resolved states. */
  readonly states: readonly string[];
  readonly fromMs: number;
}

/**
 * Returns at most `most` incidents with events of resolved states since a time. `read` returns the
 * wanted ones among some incidents.
 */
export async function resolvedSince(
  reader: Reader,
  { projects, states, fromMs }: Resolutions,
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
  most: number,
): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (const stateId of states) {
    for await (const ids of resolvedIds(reader, projects, stateId, fromMs)) {
      for (const row of await read(ids)) found.set(String(row._id), row);
      if (found.size >= most) return [...found.values()].slice(0, most);
    }
  }
  return [...found.values()];
}

/**
 * Yields the ids of incidents with events of a state since a time, those of the latest 20,000 events,
 * latest first, with other requests between. The creation bounds the search, because an index by state has it.
 */
async function* resolvedIds(
  reader: Reader,
  projects: readonly string[],
  stateId: string,
  fromMs: number,
): AsyncGenerator<readonly string[], void, undefined> {
  const filters: Filter[] = [
    { op: "eq", column: "incidentStateId", value: stateId },
    { op: "gte", column: "createdAt", value: new Date(fromMs - longestPlanMs).toISOString() },
    { op: "gte", column: "startsAt", value: new Date(fromMs).toISOString() },
  ];
  const seen = new Set<string>();
  let after: Position | undefined;
  for (let count = 0; count < mostEvents; count += atOnce) {
    const events = await reader.find(incidentStateTimeline, {
      ...{ projects, columns: ["_id", "incidentId", "createdAt"], limit: atOnce },
      ...{ filter: { op: "and", filters }, sort: [{ column: "createdAt", direction: "desc" }] },
      ...(after && { after }),
    });
    const ids = [...new Set(events.map(({ incidentId }) => String(incidentId)))];
    const unseen = ids.filter((id) => !seen.has(id));
    for (const id of unseen) seen.add(id);
    if (unseen.length > 0) yield unseen;
    const last = events.at(-1);
    if (events.length < atOnce || !last) return;
    after = { values: [String(last.createdAt)], id: String(last._id) };
    await yieldInTurn();
  }
}
