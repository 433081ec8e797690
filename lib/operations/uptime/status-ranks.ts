import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";

/** The place of a status that is unknown or that the project lacks. */
export const noStatus = -1;

/** The statuses of a project by ascending priority, and how they count. */
export interface ProjectStatuses {
  readonly records: readonly Row[];
  readonly priorities: ReadonlyMap<string, number>;
  /** The statuses that count as downtime. */
  readonly down: ReadonlySet<string>;
}

/** How the values of some periods count, by their place. */
export interface StatusRanks {
  readonly count: number;
  /** The place of each in `ProjectStatuses.records`; `noStatus` for one that the project lacks. */
  readonly recordPlaces: Int32Array;
  /** `-Infinity` for a status without a priority: it is below all others. */
  readonly priorities: Float64Array;
  readonly isDown: readonly boolean[];
}

/**
 * Returns the statuses of a project. Those in `downIds` count as downtime; if there are none, the
 * statuses with `isOfflineState` do.
 */
export async function projectStatuses(
  reader: Pick<Reader, "find">,
  projectId: string,
  downIds: readonly string[],
): Promise<ProjectStatuses> {
  const records = await reader.find(monitorStatus, {
    projects: [projectId],
    columns: ["_id", "name", "color", "priority", "isOfflineState"],
    sort: [{ column: "priority", direction: "asc" }],
  });
  const offline = records.filter(({ isOfflineState }) => isOfflineState === true);
  const down = downIds.length > 0 ? downIds : offline.map(({ _id }) => String(_id));
  const ranked = records.filter(({ priority }) => typeof priority === "number");
  return {
    records,
    priorities: new Map(ranked.map(({ _id, priority }) => [String(_id), Number(priority)])),
    down: new Set(down),
  };
}

/** Returns how statuses with these ids count. */
export function ranksOf(
  ids: readonly string[],
  { records, priorities, down }: ProjectStatuses,
): StatusRanks {
  const places = new Map(records.map(({ _id }, place) => [String(_id), place]));
  return {
    count: ids.length,
    recordPlaces: Int32Array.from(ids, (id) => places.get(id) ?? noStatus),
    priorities: Float64Array.from(ids, (id) => priorities.get(id) ?? Number.NEGATIVE_INFINITY),
    isDown: ids.map((id) => down.has(id)),
  };
}
