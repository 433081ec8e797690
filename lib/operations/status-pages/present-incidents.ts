import { incidentStateTimeline } from "@/lib/resources/incidents/incident-state-timeline";
import type { Filter } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";
import type { Milestones } from "@/lib/store/port/milestones";
import type { Find, Reader } from "@/lib/store/port/store";
import { earliest, textOf } from "./columns";

/** Incidents with the states that hold now. */
interface PresentIncidents {
  readonly rows: readonly Row[];
  readonly milestones: ReadonlyMap<string, Milestones>;
  /** When the next planned state begins, in milliseconds since 1970. */
  readonly changesAt: number | undefined;
}

interface Facts {
  readonly projects: readonly string[];
  readonly states: ReadonlyMap<string, Row>;
  readonly milestones: ReadonlyMap<string, Milestones>;
  readonly now: Date;
}

/**
 * Replaces the state of each incident for which a later state is planned by the one that holds now.
 * The record itself tells the last planned state.
 */
export async function presentIncidents(
  reader: Reader,
  rows: readonly Row[],
  { projects, states, milestones, now }: Facts,
): Promise<PresentIncidents> {
  const at = now.toISOString();
  const present = new Map(milestones);
  const starts: number[] = [];
  const made: Row[] = [];
  for (const row of rows) {
    const id = String(row._id);
    const known = milestones.get(id);
    if (known?.stateSince === undefined || known.stateSince <= at) {
      made.push(row);
      continue;
    }
    const held = await eventOf(reader, projects, id, { op: "lte", column: "startsAt", value: at });
    const next = await eventOf(reader, projects, id, { op: "gt", column: "startsAt", value: at });
    if (next) starts.push(Date.parse(textOf(next.startsAt)));
    const stateId = held?.incidentStateId ?? firstState(states);
    made.push({ _id: id, ...row, currentIncidentStateId: stateId });
    const { beganAt, acknowledgedAt, stateSince } = known;
    const resolvedAt = resolutionBy(at, known, held);
    present.set(id, { beganAt, acknowledgedAt, stateSince, resolvedAt });
  }
  return { rows: made, milestones: present, changesAt: earliest(starts) };
}

/** Returns the resolution until a time: the known one, else the start of the state that holds. */
function resolutionBy(at: string, { resolvedAt }: Milestones, held: Row | undefined) {
  if (resolvedAt !== undefined && resolvedAt <= at) return resolvedAt;
  return held && textOf(held.startsAt);
}

/** Returns the state of an incident without an event up to now. */
function firstState(states: ReadonlyMap<string, Row>): string | null {
  return [...states].find(([, { isCreatedState }]) => isCreatedState === true)?.[0] ?? null;
}

/** Returns the last event up to a time, or the first one after it. */
async function eventOf(
  reader: Reader,
  projects: readonly string[],
  incidentId: string,
  starts: Filter & { readonly op: "lte" | "gt" },
): Promise<Row | undefined> {
  const direction = starts.op === "lte" ? "desc" : "asc";
  const [event] = await reader.find(incidentStateTimeline, {
    ...{ projects, columns: ["incidentStateId", "startsAt"], limit: 1 },
    filter: { op: "and", filters: [{ op: "eq", column: "incidentId", value: incidentId }, starts] },
    sort: inOrder(direction),
  });
  return event;
}

function inOrder(direction: "asc" | "desc"): NonNullable<Find["sort"]> {
  return ["startsAt", "createdAt", "_id"].map((column) => ({ column, direction }));
}
