import { type ComponentType, Suspense } from "react";
import type { RecordProps } from "@/components/resource/record-props";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { mayRead, useProject } from "@/lib/client/project/project";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import type { Resource } from "@/lib/schema/resource";

interface ExtraSection {
  /** Resources that its users may read. */
  readonly needs: readonly Resource[];
  readonly Section: ComponentType<RecordProps>;
}

const extraSections: Readonly<Record<string, ExtraSection>> = {
  [monitor.path]: {
    needs: [monitorStatus, monitorStatusTimeline],
    Section: lazyWithRetry(
      async () => (await import("@/components/uptime/monitor-uptime")).MonitorUptime,
    ),
  },
};

/** What the overview of a resource's records shows above their fields; usually nothing. */
export function ExtraSection({ resource, record }: RecordProps) {
  const project = useProject();
  const extra = extraSections[resource.path];
  if (!extra?.needs.every((one) => mayRead(project, one))) return null;
  return (
    <Suspense fallback={<div className="min-h-24 pb-6" />}>
      <extra.Section resource={resource} record={record} />
    </Suspense>
  );
}
