import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PartError } from "@/components/errors/part-error";
import { Select } from "@/components/ui/form/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { UptimeStrip } from "@/components/uptime/uptime-strip";
import { mayRead, useProject } from "@/lib/client/project/project";
import { listQuery } from "@/lib/client/queries/queries";
import { uptimeDaysOf, uptimeQuery } from "@/lib/client/queries/uptime";
import type { Uptime } from "@/lib/contract/summary";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { statusPageResource } from "@/lib/resources/status-pages/status-page-resource";
import { type BarColors, uptimeBars } from "@/lib/schema/uptime/uptime-bars";
import { mostDays } from "@/lib/schema/uptime/uptime-limits";

interface Props {
  readonly statusPageId: string;
  readonly colors: BarColors;
}

const needs = [statusPageResource, monitor, monitorStatus, monitorStatusTimeline];
const phoneDays = 30;
const mostMonitors = 50;

/** The strip of a monitor of a status page in the given colors: first the one with most downtime. */
export function PageStrip({ statusPageId, colors }: Props) {
  const context = useProject();
  const projectId = context.project._id;
  const isReadable = needs.every((one) => mayRead(context, one));
  const { monitors, error: unlisted, refetch } = useMonitors(statusPageId, isReadable);
  const { data, error } = useQuery(
    uptimeQuery({
      projectId,
      monitorIds: (monitors ?? []).map(({ id }) => id),
      statusPage: statusPageId,
    }),
  );
  if (!isReadable) return null;
  if (unlisted && !monitors)
    return <PartError what="monitors" error={unlisted} onRetry={() => void refetch()} />;
  if (monitors?.length === 0) {
    return <Note>Add a monitor to this page to see its days in these colors.</Note>;
  }
  if (error && !data) return <Note>The uptime of its monitors could not be computed.</Note>;
  if (!data || !monitors) return <Skeleton className="h-14! w-89 max-w-full" />;
  return <ChosenStrip uptime={data} monitors={monitors} colors={colors} />;
}

interface ChosenProps extends Pick<Props, "colors"> {
  readonly uptime: Uptime;
  readonly monitors: readonly { readonly id: string; readonly name: string }[];
}

function ChosenStrip({ uptime, monitors, colors }: ChosenProps) {
  const [chosen, setChosen] = useState<string>();
  const isNarrow = useIsNarrow();
  const id = chosen ?? worstOf(uptime);
  const name = monitors.find((one) => one.id === id)?.name ?? "this monitor";
  const days = uptimeDaysOf(uptime, id, isNarrow ? phoneDays : mostDays) ?? [];
  return (
    <div className="grid justify-items-start gap-2">
      <Select
        label="Monitor of this page"
        labelHidden
        className="w-60 max-w-full"
        choices={monitors.map((one) => ({ value: one.id, text: one.name }))}
        value={id}
        onChange={setChosen}
      />
      <UptimeStrip
        label={`Uptime of ${name} in these colors, last ${days.length} days`}
        bars={uptimeBars(days, colors)}
      />
    </div>
  );
}

/** Returns the id of the monitor with most downtime. */
function worstOf({ monitors }: Uptime): string {
  const worst = monitors.toSorted(
    (one, other) => Number(one.uptime ?? 101) - Number(other.uptime ?? 101),
  );
  return worst[0]?._id ?? "";
}

/** Reads the first monitors of a status page, in their order. */
function useMonitors(statusPageId: string, isReadable: boolean) {
  const { project } = useProject();
  const { data, error, refetch } = useQuery({
    ...listQuery(statusPageResource, {
      query: { projectId: project._id, statusPageId },
      select: { displayName: true, monitorId: true },
      sort: { order: 1 },
      ...{ limit: mostMonitors, cursor: "", count: "none" },
    }),
    enabled: isReadable,
  });
  const monitors = data?.data.flatMap(({ monitorId, displayName }) =>
    typeof monitorId === "string" ? [{ id: monitorId, name: String(displayName ?? "") }] : [],
  );
  return { monitors, error, refetch };
}

function Note({ children }: { readonly children: string }) {
  return <p className="text-13 text-ink-muted">{children}</p>;
}
