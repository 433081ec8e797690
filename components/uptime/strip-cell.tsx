import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { useProject } from "@/lib/client/project/project";
import { uptimeQuery } from "@/lib/client/queries/uptime";
import type { ExtraCellProps } from "./extra-column";
import { ListedIds } from "./listed-ids";
import { MonitorStrip } from "./monitor-strip";
import { StripSkeleton } from "./strip-skeleton";

const phoneDays = 30;

/** The strip of a monitor in a list. All cells of a list share one request. */
export function StripCell({ row, tabIndex }: ExtraCellProps) {
  const { project } = useProject();
  const monitorIds = useContext(ListedIds);
  const isNarrow = useIsNarrow();
  const { data, error } = useQuery(uptimeQuery({ projectId: project._id, monitorIds }));
  if (error && !data) return <span className="text-12 text-ink-muted">No uptime</span>;
  if (!data) return <StripSkeleton />;
  return (
    <MonitorStrip
      uptime={data}
      monitorId={String(row._id)}
      name={String(row.name ?? "this monitor")}
      {...{ tabIndex, height: 20 }}
      {...(isNarrow && { days: phoneDays })}
    />
  );
}
