import type { Counted, Summary } from "@/lib/contract/summary";
import { countRecords } from "@/lib/operations/record/count";
import type { Context } from "@/lib/operations/transaction/context";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import type { Row } from "@/lib/schema/row";
import { mayRead } from "./open-records";

type MonitorNumbers = NonNullable<Summary["monitors"]>;

/** Returns the numbers of a project's monitors by status; null if the caller may not read them. */
export async function monitorNumbers(
  context: Context,
  projectId: string,
): Promise<MonitorNumbers | null> {
  const needed = [monitor, monitorStatus];
  if (!needed.every((one) => mayRead(context, one, projectId))) return null;
  const statuses = await context.store.reader.find(monitorStatus, {
    projects: [projectId],
    columns: ["_id", "name", "color", "isOperationalState"],
    sort: [{ column: "priority", direction: "asc" }],
  });
  const counted = async (query: Counted["query"]): Promise<Counted> => ({
    count: await countRecords(context, monitor, query),
    query,
  });
  const notWell = statuses.filter((status) => status.isOperationalState !== true);
  const byStatus: MonitorNumbers["byStatus"][number][] = [];
  for (const status of statuses) {
    const query = { projectId, currentMonitorStatusId: String(status._id) };
    byStatus.push({ ...named(status), ...(await counted(query)) });
  }
  return {
    ...(await counted({ projectId })),
    notOperational: await counted({
      projectId,
      currentMonitorStatusId: notWell.map((status) => String(status._id)),
    }),
    byStatus,
  };
}

function named({ _id, name = null, color = null, isOperationalState = null }: Row) {
  return {
    _id: String(_id),
    label: String(name ?? ""),
    color: color === null ? null : String(color),
    isOperational: isOperationalState === true,
  };
}
