import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/lib/client/queries/queries";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";

/**
 * Refetches the visible queries that a step of a record may affect: its resource, its events, the
 * change log, and the monitors of an incident. Other queries are refetched when they are next
 * shown.
 */
export async function refreshAfterStep(
  client: QueryClient,
  resource: Resource,
  timeline: Resource | undefined,
): Promise<void> {
  const monitors = resource.fields.changeMonitorStatusTo ? [monitor, monitorStatusTimeline] : [];
  const moved = [resource, changeLog, ...(timeline ? [timeline] : []), ...monitors];
  void client.invalidateQueries({ queryKey: keys.records, refetchType: "none" });
  await Promise.all([
    client.invalidateQueries({ queryKey: ["summary"] }),
    ...moved.map((one) =>
      // A refetch of the record may already be pending.
      client.refetchQueries({ queryKey: keys.of(one), type: "active" }, { cancelRefetch: false }),
    ),
  ]);
}
