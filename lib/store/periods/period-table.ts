import type { JsonValue } from "@/lib/schema/json";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/**
 * Table of the events of an owner in a project, packed by the day in UTC on which they start.
 * Derived from the events. Owners of different resources have different ids. Events of a project may
 * name an owner of another one, so each project has rows of its own.
 */
export const periodTable = "tocsin_period";

/** Events of one owner that start on one day beyond which the day is not packed. */
export const mostPacked = 2_000;

/** Milliseconds of a day in UTC. */
export const dayMs = 86_400_000;

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

/** The day of an owner, in days since 1970. */
export interface OwnerDay {
  readonly projectId: string;
  readonly ownerId: string;
  readonly day: number;
}

/** Returns the day of an event. */
export function dayOfEvent(row: Row, columns: PeriodColumns): OwnerDay {
  const startMs = startOf(row[columns.start] ?? row[columns.otherStart]);
  return {
    projectId: String(row["projectId"]),
    ownerId: String(row[columns.owner]),
    day: Math.floor(startMs / dayMs),
  };
}

function startOf(time: JsonValue | undefined): number {
  return Date.parse(String(time));
}
