import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/lib/client/queries/queries";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";

/**
 * Makes what a step of a record may have changed ask again: the records of its kind, its events, the change log, and the
 * monitors that an incident holds. Everything else asks again when it is next shown.
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
      // The record itself may be on its way already.
      client.refetchQueries({ queryKey: keys.of(one), type: "active" }, { cancelRefetch: false }),
    ),
  ]);
}
