import { useQuery } from "@tanstack/react-query";
import { PartError } from "@/components/errors/part-error";
import { RecordLabels } from "@/components/fields/record-labels";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { MonitorStrip } from "@/components/uptime/monitor-strip";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { useLabel } from "@/lib/client/queries/labels";
import { inProject, listQuery } from "@/lib/client/queries/queries";
import { uptimeQuery } from "@/lib/client/queries/uptime";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatus } from "@/lib/resources/monitoring/monitor-status";
import type { Row } from "@/lib/schema/row";
import { mostStrips, StripsSkeleton, stripLine } from "./strips-skeleton";

const days = 30;

/** The last 30 days of the project's monitors by name, as strips. */
export function MonitorStrips({ count }: { readonly count: number }) {
  const { project, base } = useProject();
  const { data, error, refetch } = useQuery(
    listQuery(monitor, {
      select: { name: true, currentMonitorStatusId: true },
      query: inProject(monitor, project._id, {}),
      ...({ sort: { name: 1 }, limit: mostStrips, cursor: "", count: "none" } as const),
    }),
  );
  const rows = data?.data ?? [];
  const monitorIds = rows.map(({ _id }) => String(_id));
  const strips = useQuery(uptimeQuery({ projectId: project._id, monitorIds }));
  const uptime = strips.data;
  if (error && !data)
    return <PartError what="monitors" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StripsSkeleton count={count} />;
  const statuses = [...new Set(rows.flatMap((row) => row.currentMonitorStatusId ?? []))].map(
    String,
  );
  return (
    <RecordLabels ask={{ [monitorStatus.path]: statuses }}>
      {strips.error && !uptime && (
        <PartError
          what="uptime of monitors"
          error={strips.error}
          onRetry={() => void strips.refetch()}
        />
      )}
      <ul aria-label={`Uptime of monitors, last ${days} days`} className="grid grid-cols-1">
        {rows.map((row) => (
          <li key={String(row._id)} className={`flex items-center gap-3 text-13 ${stripLine}`}>
            <Name row={row} />
            {uptime && (
              <MonitorStrip
                uptime={uptime}
                monitorId={String(row._id)}
                name={String(row.name)}
                {...{ days, height: 20 }}
              />
            )}
          </li>
        ))}
      </ul>
      {count > rows.length && (
        <a href={`${base}/${monitor.path}`} className="text-13 underline">
          All {count.toLocaleString("en")} monitors
        </a>
      )}
    </RecordLabels>
  );
}

function Name({ row }: { readonly row: Row }) {
  const { base } = useProject();
  const status = useLabel(monitorStatus.path, String(row.currentMonitorStatusId));
  return (
    <a
      href={`${base}/${monitor.path}/${String(row._id)}`}
      className="flex min-w-0 flex-1 items-center gap-2 hover:underline pointer-coarse:h-11"
    >
      {status && status !== "missing" && (
        <>
          <RecordMark color={status.color} glyph={status.glyph} />
          <span className="sr-only">{status.label}:</span>
        </>
      )}
      <span className="truncate" title={String(row.name)}>
        {bidiIsolate(String(row.name))}
      </span>
    </a>
  );
}
