import { includesProject } from "@/lib/auth/grants/permission";
import type { Counted, OpenRecords } from "@/lib/contract/summary";
import { visibilityOrNone } from "@/lib/operations/access/visibility";
import { countRecords } from "@/lib/operations/record/count";
import type { Context } from "@/lib/operations/transaction/context";
import { resourceAt } from "@/lib/resources";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { flagsOf, relationColumn, stateColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Column } from "@/lib/schema/shape";

/**
 * Returns the open records of a resource with a lifecycle, by age since they began. Null if the
 * caller may not read them or their states.
 */
export async function openNumbers(
  context: Context,
  projectId: string,
  at: Date,
  resource: Resource,
): Promise<OpenRecords | null> {
  const state = stateColumn(resource);
  const known = resourceAt(state?.field.to ?? "");
  if (!resource.lifecycle || !state || !known) return null;
  if (![resource, known].every((one) => mayRead(context, one, projectId))) return null;
  const { resolved, acknowledged } = flagsOf(known);
  const states = await inOrder(context, known, projectId, [resolved, acknowledged]);
  const severity = relationColumn(resource, resource.lifecycle.severity);
  const severities = await severitiesOf(context, severity, projectId);
  const open = states.filter((row) => row[resolved] !== true);
  const untouched = open.filter((row) => row[acknowledged] !== true);
  const isOpen = { projectId, [state.name]: idsOf(open) };
  const { began = "createdAt" } = resource.lifecycle;
  const counted = async (query: JsonObject): Promise<Counted> => ({
    count: await countRecords(context, resource, query),
    query,
  });
  return {
    ...(await counted(isOpen)),
    unacknowledged: await counted({ projectId, [state.name]: idsOf(untouched) }),
    bySeverity: await inTurn(severities, async ({ _id, name = null, color = null }) => ({
      _id: String(_id),
      label: String(name ?? ""),
      color: color === null ? null : String(color),
      ...(await counted({ ...isOpen, [severity.name]: String(_id) })),
    })),
    byAge: await inTurn(ages, async ([fromMinutes, toMinutes]) => ({
      fromMinutes,
      toMinutes,
      ...(await counted({ ...isOpen, ...aged(began, at, fromMinutes, toMinutes) })),
    })),
  };
}

/** Returns the severities in their order; none if the caller may not read them. */
async function severitiesOf(
  context: Context,
  { field }: Column,
  projectId: string,
): Promise<readonly Row[]> {
  const severities = resourceAt(field.to ?? "");
  if (!severities || !mayRead(context, severities, projectId)) return [];
  return inOrder(context, severities, projectId, ["name", "color"]);
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
