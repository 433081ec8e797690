import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";
import type { StatusRanks } from "./day-totals";

/** The statuses of a project by ascending priority, and how they count. */
export interface ProjectStatuses extends StatusRanks {
  readonly records: readonly Row[];
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
