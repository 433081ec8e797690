import { includesProject } from "@/lib/auth/grants/permission";
import { visibilityOrNone } from "@/lib/operations/access/visibility-or-none";
import { countRecords } from "@/lib/operations/record/count";
import type { Context } from "@/lib/operations/transaction/context";
import { alert } from "@/lib/resources/alerts/alert";
import { alertSeverity } from "@/lib/resources/alerts/alert-severity";
import { alertState } from "@/lib/resources/alerts/alert-state";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentSeverity } from "@/lib/resources/incidents/incident-severity";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** A count and the query of the list of the counted records. */
export interface Counted {
  readonly count: number;
  readonly query: JsonObject;
}

/** Unresolved records. */
export interface Open extends Counted {
  /** Neither acknowledged nor resolved. */
  readonly unacknowledged: Counted;
  /** Worst first; empty if the caller may not read severities. */
  readonly bySeverity: readonly (Counted & {
    readonly _id: string;
    readonly label: string;
    readonly color: string | null;
  })[];
  /** Youngest first, with the bounds of the age in minutes. The last upper bound is null. */
  readonly byAge: readonly (Counted & {
    readonly fromMinutes: number;
    readonly toMinutes: number | null;
  })[];
}

/**
 * Returns the open incidents of a project by age since their declaration; null if the caller may
 * not read them or their states.
 */
export function incidentNumbers(
  context: Context,
  projectId: string,
  at: Date,
): Promise<Open | null> {
  return openNumbers(context, projectId, at, {
    resource: incident,
    states: incidentState,
    severities: incidentSeverity,
    stateColumn: "currentIncidentStateId",
    severityColumn: "incidentSeverityId",
    since: "declaredAt",
  });
}

/** Returns the open alerts of a project by age since their creation. */
export function alertNumbers(context: Context, projectId: string, at: Date): Promise<Open | null> {
  return openNumbers(context, projectId, at, {
    resource: alert,
    states: alertState,
    severities: alertSeverity,
    stateColumn: "currentAlertStateId",
    severityColumn: "alertSeverityId",
    since: "createdAt",
  });
}

interface Kind {
  readonly resource: Resource;
  readonly states: Resource;
  readonly severities: Resource;
  readonly stateColumn: string;
  readonly severityColumn: string;
  readonly since: string;
}

async function openNumbers(
  context: Context,
  projectId: string,
  at: Date,
  kind: Kind,
): Promise<Open | null> {
  const { resource, stateColumn, severityColumn, since } = kind;
  const needed = [resource, kind.states];
  if (!needed.every((one) => mayRead(context, one, projectId))) return null;
  const states = await inOrder(context, kind.states, projectId, [
    "isResolvedState",
    "isAcknowledgedState",
  ]);
  const severities = mayRead(context, kind.severities, projectId)
    ? await inOrder(context, kind.severities, projectId, ["name", "color"])
    : [];
  const open = states.filter((state) => state.isResolvedState !== true);
  const untouched = open.filter((state) => state.isAcknowledgedState !== true);
  const isOpen = { projectId, [stateColumn]: idsOf(open) };
  const counted = async (query: JsonObject): Promise<Counted> => ({
    count: await countRecords(context, resource, query),
    query,
  });
  return {
    ...(await counted(isOpen)),
    unacknowledged: await counted({ projectId, [stateColumn]: idsOf(untouched) }),
    bySeverity: await inTurn(severities, async ({ _id, name = null, color = null }) => ({
      _id: String(_id),
      label: String(name ?? ""),
      color: color === null ? null : String(color),
      ...(await counted({ ...isOpen, [severityColumn]: String(_id) })),
    })),
    byAge: await inTurn(ages, async ([fromMinutes, toMinutes]) => ({
      fromMinutes,
      toMinutes,
      ...(await counted({ ...isOpen, ...aged(since, at, fromMinutes, toMinutes) })),
    })),
  };
}

const hour = 60;
const day = 24 * hour;

const ages: readonly (readonly [number, number | null])[] = [
  [0, hour],
  [hour, day],
  [day, 7 * day],
  [7 * day, null],
];

/** Returns the condition for an age range. A record with a future time belongs to the youngest. */
function aged(column: string, at: Date, from: number, to: number | null): JsonObject {
  const before = (minutes: number) => new Date(at.getTime() - minutes * 60_000).toISOString();
  const youngest = from === 0 ? [] : [{ [column]: condition("LessThanOrEqual", before(from)) }];
  const oldest = to === null ? [] : [{ [column]: condition("GreaterThan", before(to)) }];
  return { _and: [...youngest, ...oldest] };
}

function condition(_type: string, value: string): JsonObject {
  return { _type, value };
}

function idsOf(rows: readonly Row[]): JsonValue {
  return rows.map((row) => String(row._id));
}

function inOrder(
  { store }: Context,
  resource: Resource,
  projectId: string,
  columns: readonly string[],
): Promise<Row[]> {
  return store.reader.find(resource, {
    projects: [projectId],
    columns: ["_id", ...columns],
    sort: [{ column: "order", direction: "asc" }],
  });
}

/** Returns true if the caller may read records of the resource in this project. */
export function mayRead(context: Context, resource: Resource, projectId: string): boolean {
  const visibility = visibilityOrNone(context, resource);
  return visibility !== undefined && includesProject(visibility.projects, projectId);
}

async function inTurn<From, To>(
  those: readonly From[],
  act: (one: From) => Promise<To>,
): Promise<To[]> {
  const made: To[] = [];
  for (const one of those) made.push(await act(one));
  return made;
}
