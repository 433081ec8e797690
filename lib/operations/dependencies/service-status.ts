import type { NeighborService } from "@/lib/contract/dependencies";
import { both, visibilityOrNone } from "@/lib/operations/access/visibility";
import { mayRead } from "@/lib/operations/summary/open-records";
import type { Context } from "@/lib/operations/transaction/context";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { serviceMonitor } from "@/lib/resources/monitoring/service-monitor";
import type { Filter } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Most links between the services of a reply and their monitors. */
const mostLinks = 5_000;

export type ServiceStatus = Pick<NeighborService, "monitors" | "status">;

/**
 * Returns the number of monitors of services, and the worst status of these. Null if the caller may
 * not read the links, the monitors or their statuses.
 */
export async function serviceStatuses(
  context: Context,
  projectId: string,
  serviceIds: readonly string[],
): Promise<ReadonlyMap<string, ServiceStatus> | null> {
  const kinds = [serviceMonitor, monitor, monitorStatus];
  if (!kinds.every((kind) => mayRead(context, kind, projectId))) return null;
  const links = await readAll(context, projectId, serviceMonitor, ["serviceId", "monitorId"], {
    ...{ op: "in", column: "serviceId", values: serviceIds },
  });
  const monitorIds = [...new Set(links.map(({ monitorId }) => String(monitorId)))];
  const monitors = await readAll(context, projectId, monitor, ["_id", "currentMonitorStatusId"], {
    ...{ op: "in", column: "_id", values: monitorIds },
  });
  const columns = ["_id", "name", "color", "priority", "isOperationalState"];
  const statuses = await readAll(context, projectId, monitorStatus, columns, undefined);
  const statusOf = new Map(statuses.map((status) => [String(status._id), status]));
  const ofMonitor = new Map(monitors.map((row) => [row._id, row.currentMonitorStatusId]));
  return new Map(
    serviceIds.map((id) => {
      const own = links.filter(
        ({ serviceId, monitorId = null }) => serviceId === id && ofMonitor.has(monitorId),
      );
      const present = own.flatMap(({ monitorId = null }): Row[] => {
        const status = statusOf.get(String(ofMonitor.get(monitorId)));
        return status ? [status] : [];
      });
      return [id, { monitors: own.length, status: worstOf(present) }];
    }),
  );
}

function worstOf(statuses: readonly Row[]): NeighborService["status"] {
  const [worst] = statuses.toSorted(
    (one, other) => Number(other.priority ?? 0) - Number(one.priority ?? 0),
  );
  if (!worst) return null;
  return {
    ...{ _id: String(worst._id), label: String(worst.name ?? "") },
    color: typeof worst.color === "string" ? worst.color : null,
    isOperational: worst.isOperationalState === true,
  };
}

async function readAll(
  context: Context,
  projectId: string,
  resource: Resource,
  columns: readonly string[],
  filter: Filter | undefined,
): Promise<readonly Row[]> {
  const whole = both(visibilityOrNone(context, resource)?.filter, filter);
  return context.store.reader.find(resource, {
    ...{ projects: [projectId], columns, limit: mostLinks },
    ...(whole && { filter: whole }),
  });
}
