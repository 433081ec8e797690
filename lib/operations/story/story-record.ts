import { visibilityOrNone } from "@/lib/operations/access/visibility";
import { refersTo } from "@/lib/operations/rows/referrers";
import { mayRead } from "@/lib/operations/summary/open-records";
import type { Context } from "@/lib/operations/transaction/context";
import type { Visibility } from "@/lib/operations/transaction/transaction";
import { resourceAt } from "@/lib/resources";
import type { Filter } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import type { Lifecycle } from "@/lib/schema/lifecycle";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Milestones } from "@/lib/store/port/milestones";

/** The record of a story, and the facts by which its sources find their entries. */
export interface StoryRecord {
  readonly context: Context;
  readonly resource: Resource;
  readonly lifecycle: Lifecycle;
  readonly row: Row;
  readonly id: string;
  readonly projectId: string;
  /** The time when the record began. */
  readonly began: string;
  /** The time of the first acknowledgment or resolution, and of the last resolution. */
  readonly acknowledgedAt: string | undefined;
  readonly resolvedAt: string | undefined;
  /** The start of the current state. */
  readonly stateSince: string | undefined;
  /** The caller may read the events that tell these times, or there are none. */
  readonly tellsStates: boolean;
  /** Events of monitors belong to the story between these times. */
  readonly from: string;
  readonly until: string;
  /** The monitors that the record or its members are about. */
  readonly monitors: readonly string[];
}

const twoHoursMs = 2 * 60 * 60_000;
/** Members beyond this number do not add monitors. */
const mostMembers = 500;

/** Returns the facts about a record that the caller may read. */
export async function storyRecord(
  context: Context,
  resource: Resource,
  lifecycle: Lifecycle,
  row: Row,
): Promise<StoryRecord> {
  const projectId = String(row.projectId);
  const began = String(row[lifecycle.began ?? ""] ?? row.createdAt);
  const { reader } = context.store;
  const events = resourceAt(lifecycle.events ?? "");
  const tellsStates = !events || visibleIn({ context, projectId }, events) !== undefined;
  const id = String(row._id);
  const milestones = tellsStates ? await reader.milestones(resource, [id]) : untold;
  const { acknowledgedAt, resolvedAt, stateSince } = milestones.get(id) ?? {};
  return {
    ...{ context, resource, lifecycle, row, id, projectId, began, tellsStates },
    ...{ acknowledgedAt, resolvedAt, stateSince },
    from: new Date(Math.max(Date.parse(began) - twoHoursMs, earliest)).toISOString(),
    until: resolvedAt ?? context.now().toISOString(),
    monitors: await monitorsOf(context, lifecycle, resource, row),
  };
}

const untold: ReadonlyMap<string, Milestones> = new Map();

/** The first year of dates is 0001. */
const earliest = Date.parse("0001-01-01T00:00:00.000Z");

/** Returns what the caller may read of a resource in the project of the record; undefined for nothing. */
export function visibleIn(
  { context, projectId }: Pick<StoryRecord, "context" | "projectId">,
  resource: Resource,
): Visibility | undefined {
  if (!mayRead(context, resource, projectId)) return undefined;
  const visibility = visibilityOrNone(context, resource);
  return visibility && { ...visibility, projects: [projectId] };
}

async function monitorsOf(
  context: Context,
  lifecycle: Lifecycle,
  resource: Resource,
  row: Row,
): Promise<readonly string[]> {
  if (lifecycle.monitors !== undefined) return idsIn(row[relationName(resource, lifecycle)]);
  const members = resourceAt(lifecycle.members?.path ?? "");
  if (!members?.lifecycle?.monitors || !lifecycle.members) return [];
  const projectId = String(row.projectId);
  const visibility = visibleIn({ context, projectId }, members);
  if (!visibility) return [];
  const name = relationName(members, members.lifecycle);
  const ofRecord = refersTo(relationColumn(members, lifecycle.members.relation), String(row._id));
  const rows = await context.store.reader.find(members, {
    ...{ projects: visibility.projects, filter: ofRecord, columns: [name], limit: mostMembers },
  });
  return [...new Set(rows.flatMap((one) => idsIn(one[name])))];
}

/** Returns the name of the column of a record's monitors. */
function relationName(resource: Resource, { monitors = "" }: Lifecycle): string {
  return relationColumn(resource, monitors).name;
}

/** Returns the ids that a relation or a list of relations holds. */
export function idsIn(value: JsonValue | undefined): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === "string");
}

/** Returns the condition that all of these hold. */
export function all(...filters: readonly (Filter | undefined)[]): Filter {
  return { op: "and", filters: filters.filter((filter) => filter !== undefined) };
}
