import type { JsonValue } from "@/lib/schema/json";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/**
 * Table of the events of an owner in a project, packed by the week in which they start.
 * Derived from the events. Owners of different resources have different ids. Events of a project may
 * name an owner of another one, so each project has rows of its own.
 */
export const periodTable = "tocsin_period";

/** Events of one owner that start in one week beyond which the week is not packed. */
export const mostPacked = 2_000;

/** Milliseconds of a week. */
export const weekMs = 7 * 86_400_000;

/** End of an event without an end, in the column `ends_at`: after all times of JavaScript. */
export const noEndMs = 8_640_000_000_000_001;

/** The columns of events that periods consist of. */
export interface PeriodColumns {
  readonly owner: string;
  readonly value: string;
  readonly start: string;
  readonly end: string;
  /** Start of an event without a start. */
  readonly otherStart: string;
}

/** Returns the columns of a resource whose events are packed; undefined for all others. */
export function periodColumns(resource: Resource): PeriodColumns | undefined {
  const { sets } = resource;
  if (!sets?.isPacked) return undefined;
  return {
    owner: relationColumn(resource, sets.owner).name,
    value: relationColumn(resource, sets.value).name,
    ...{ start: edgeOf(resource, "start"), end: edgeOf(resource, "end") },
    otherStart: "createdAt",
  };
}

function edgeOf(resource: Resource, edge: "start" | "end"): string {
  const column = shapeOf(resource).columns.find(({ field }) => field.edge === edge);
  if (!column) throw new Error(`${resource.path} has no ${edge} of its events.`);
  return column.name;
}

/** The week of an owner, in weeks since 1970-01-01 in UTC. */
export interface OwnerWeek {
  readonly projectId: string;
  readonly ownerId: string;
  readonly week: number;
}

/** Returns the week of an event. */
export function weekOfEvent(row: Row, columns: PeriodColumns): OwnerWeek {
  const startMs = startOf(row[columns.start] ?? row[columns.otherStart]);
  return {
    projectId: String(row["projectId"]),
    ownerId: String(row[columns.owner]),
    week: Math.floor(startMs / weekMs),
  };
}

function startOf(time: JsonValue | undefined): number {
  return Date.parse(String(time));
}
