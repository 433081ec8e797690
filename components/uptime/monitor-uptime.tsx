import { useQuery } from "@tanstack/react-query";
import { PartError } from "@/components/errors/part-error";
import type { RecordProps } from "@/components/resource/record-props";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { uptimeQuery } from "@/lib/client/queries/uptime";
import { mostDays } from "@/lib/schema/uptime/uptime-limits";
import { MonitorStrip } from "./monitor-strip";

const phoneDays = 30;

/** The uptime of one monitor on its page: percent, strip, and how both are counted. */
export function MonitorUptime({ record }: RecordProps) {
  const { project } = useProject();
  const id = String(record._id);
  const days = useIsNarrow() ? phoneDays : mostDays;
  const { data, error, refetch } = useQuery(
    uptimeQuery({ projectId: project._id, monitorIds: [id] }),
  );
  const found = data?.monitors.find(({ _id }) => _id === id);
  return (
    <section
      aria-label="Uptime"
      className="grid min-h-25 max-sm:min-h-29 content-start gap-1.5 pb-6"
    >
      <h2 className="font-semibold text-13 text-ink-muted">
        {found ? heading(found.uptime) : "Uptime"}
      </h2>
      {!data && !error && <Skeleton className="h-7! w-89 max-w-full" />}
      {error && !data && <PartError what="uptime" error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <MonitorStrip
            uptime={data}
            monitorId={id}
            name={String(record.name ?? "this monitor")}
            days={days}
          />
          <p className="wrap-anywhere text-12 text-ink-muted">
            {`${days} days in ${data.timeZone}, today until now. ${downWords(data.statuses)}`}
            {data.statusPage && ` Colors of the status page ${bidiIsolate(data.statusPage.label)}.`}
          </p>
        </>
      )}
    </section>
  );
}

function heading(uptime: string | null): string {
  return uptime === null ? "Uptime: no data" : `Uptime in ${mostDays} days: ${uptime} %`;
}

function downWords(statuses: readonly { readonly label: string; readonly isDown: boolean }[]) {
  const names = statuses.filter(({ isDown }) => isDown).map(({ label }) => label);
  return names.length === 0 ? "No status counts as down." : `Down: ${names.join(", ")}.`;
}
