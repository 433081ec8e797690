import { incident } from "@/lib/resources/incidents/incident";
import { incidentPublicNote } from "@/lib/resources/incidents/incident-public-note";
import { incidentSeverity } from "@/lib/resources/incidents/incident-severity";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import { incidentStateTimeline } from "@/lib/resources/incidents/incident-state-timeline";
import type { Filter } from "@/lib/schema/filter";
import type { Row } from "@/lib/schema/row";
import type { Milestones } from "@/lib/store/port/milestones";
import type { Reader } from "@/lib/store/port/store";
import { textOf } from "./columns";
import { findBounded } from "./long-texts";
import { presentIncidents } from "./present-incidents";
import { resolvedSince } from "./resolved-since";

const mostOpen = 50;
const mostPast = 100;
/** Most notes, and most events, of an open incident. A page shows these many together. */
export const mostUpdates = 40;
/** Most notes, and most events, of all past incidents. */
const mostOfPast = 1_000;
const dayMs = 24 * 60 * 60 * 1000;

/** The records behind the incidents of a page. */
export interface PageIncidents {
  readonly open: readonly Row[];
  readonly past: readonly Row[];
  /** The history has more incidents than `past`, which holds the newest. */
  readonly hasEarlier: boolean;
  /** Public notes and state events by incident, newest first. */
  readonly notes: ReadonlyMap<string, readonly Row[]>;
  readonly events: ReadonlyMap<string, readonly Row[]>;
  readonly states: ReadonlyMap<string, Row>;
  readonly severities: ReadonlyMap<string, Row>;
  /** When the past incidents were resolved, by incident. */
  readonly milestones: ReadonlyMap<string, Milestones>;
  /** When a planned state begins next, in milliseconds since 1970. */
  readonly changesAt: number | undefined;
}

/** The incidents that a page may show: of which monitors, and since when. */
interface Shown {
  readonly projectId: string;
  readonly monitorIds: readonly string[];
  readonly historyDays: number;
  readonly now: Date;
}

/**
 * Reads the incidents that are visible on status pages and affect one of the monitors: the open
 * ones, and those that were declared or resolved within the history. A postmortem is read only if
 * the incident shows it.
 */
export async function pageIncidents(reader: Reader, shown: Shown): Promise<PageIncidents> {
  const { projectId, monitorIds, historyDays, now } = shown;
  const projects = [projectId];
  const states = byId(await reader.find(incidentState, { projects }));
  const severities = byId(await reader.find(incidentSeverity, { projects }));
  const resolved = [...states].flatMap(([id, one]) => (one.isResolvedState === true ? [id] : []));
  const isVisible: Filter[] = [
    { op: "eq", column: "isVisibleOnStatusPage", value: true },
    { op: "hasAny", column: "monitors", values: monitorIds },
    { op: "lte", column: "declaredAt", value: now.toISOString() },
  ];
  const read = async (filters: readonly Filter[], limit: number) =>
    monitorIds.length === 0
      ? []
      : incidentRows(reader, now, {
          ...{ projects, columns, sort: newestFirst, limit },
          filter: { op: "and", filters: [...isVisible, ...filters] },
        });
  const column = "currentIncidentStateId";
  const unresolved = await read([{ op: "notIn", column, values: resolved }], mostOpen);
  const fromMs = now.getTime() - historyDays * dayMs;
  const from = new Date(fromMs).toISOString();
  const isOver = { op: "in", column, values: resolved } as const;
  const recent = await read([isOver, ...since(fromMs)], mostPast + 1);
  const before = { op: "lt", column: "declaredAt", value: from } as const;
  const readLong = (values: readonly string[]) =>
    read([isOver, before, { op: "in", column: "_id", values }], mostPast + 1);
  const resolutions = { projects, states: monitorIds.length === 0 ? [] : resolved, fromMs };
  const long = await resolvedSince(reader, resolutions, readLong, mostPast + 1);
  const known = new Map<string, Milestones>();
  for (const some of [unresolved, recent, long]) {
    for (const [id, one] of await reader.milestones(incident, idsOf(some))) known.set(id, one);
  }
  const present = await presentIncidents(reader, [...unresolved, ...recent, ...long], {
    ...{ projects, states, milestones: known, now },
  });
  const { milestones, changesAt } = present;
  const isResolved = (row: Row) => resolved.includes(textOf(row.currentIncidentStateId));
  const open = present.rows
    .filter((row) => !isResolved(row))
    .sort((one, other) => textOf(other.declaredAt).localeCompare(textOf(one.declaredAt)))
    .slice(0, mostOpen);
  const over = present.rows.filter(isResolved);
  const found = pastOf(over, { milestones, from, to: now.toISOString() });
  const past = found.slice(0, mostPast);
  const told = await updatesOf(reader, projects, open, past);
  const hasEarlier = found.length > mostPast;
  return { ...{ open, past, hasEarlier, states, severities, milestones, changesAt }, ...told };
}

interface Period {
  readonly milestones: PageIncidents["milestones"];
  readonly from: string;
  readonly to: string;
}

/** Returns the incidents that were declared or resolved in a period, by that time, newest first. */
function pastOf(rows: readonly Row[], { milestones, from, to }: Period): Row[] {
  const listed = rows.flatMap((row) => {
    const declaredAt = textOf(row.declaredAt);
    const at = declaredAt < from ? milestones.get(String(row._id))?.resolvedAt : declaredAt;
    return at === undefined || at <= from || at > to ? [] : [{ row, at }];
  });
  return listed.sort((one, other) => other.at.localeCompare(one.at)).map(({ row }) => row);
}

type Updates = Pick<PageIncidents, "notes" | "events">;

/** Each open incident has its own share of notes and events. The past ones have one together. */
async function updatesOf(
  reader: Reader,
  projects: readonly string[],
  open: readonly Row[],
  past: readonly Row[],
): Promise<Updates> {
  const notes: Row[] = [];
  const events: Row[] = [];
  const read = async (ids: readonly string[], limit: number) => {
    const filter = { op: "in", column: "incidentId", values: ids } as const;
    const ask = { projects, filter, limit };
    notes.push(
      ...(await findBounded(reader, incidentPublicNote, { ...ask, columns: noteColumns })),
    );
    events.push(...(await reader.find(incidentStateTimeline, { ...ask, columns: eventColumns })));
  };
  for (const id of idsOf(open)) await read([id], mostUpdates);
  if (past.length > 0) await read(idsOf(past), mostOfPast);
  return { notes: byIncident(notes), events: byIncident(events) };
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ _id }) => String(_id));
}

/** The creation of an incident bounds the search: few are declared long after they were created. */
function since(fromMs: number): Filter[] {
  const value = (ms: number) => new Date(ms).toISOString();
  return [
    { op: "gte", column: "declaredAt", value: value(fromMs) },
    { op: "gte", column: "createdAt", value: value(fromMs - 30 * dayMs) },
  ];
}

async function incidentRows(
  reader: Reader,
  now: Date,
  ask: Parameters<typeof findBounded>[2],
): Promise<Row[]> {
  const rows = await findBounded(reader, incident, ask);
  return rows.map(({ postmortemNote = null, ...row }) => {
    const isShown =
      row.showPostmortemOnStatusPage === true &&
      textOf(row.postmortemPostedAt) !== "" &&
      textOf(row.postmortemPostedAt) <= now.toISOString();
    return isShown ? { ...row, postmortemNote } : row;
  });
}

const newestFirst = [
  { column: "declaredAt", direction: "desc" },
  { column: "_id", direction: "desc" },
] as const;

const columns = [
  ...["_id", "title", "description", "declaredAt", "createdAt", "monitors"],
  ...["currentIncidentStateId", "incidentSeverityId"],
  ...["postmortemNote", "showPostmortemOnStatusPage", "postmortemPostedAt"],
];
const noteColumns = ["_id", "incidentId", "note", "postedAt", "createdAt"];
const eventColumns = ["_id", "incidentId", "incidentStateId", "startsAt", "createdAt"];

function byId(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [String(row._id), row]));
}

function byIncident(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const id = String(row.incidentId);
    groups.set(id, [...(groups.get(id) ?? []), row]);
  }
  return groups;
}
