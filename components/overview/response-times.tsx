import { useQuery } from "@tanstack/react-query";
import { PartError } from "@/components/errors/part-error";
import { listPathForQuery } from "@/components/resource/list/query/list-paths";
import { useNow } from "@/lib/client/device/clock";
import { ageOf, dayIn } from "@/lib/client/device/times";
import { useProject } from "@/lib/client/project/project";
import { reportQuery } from "@/lib/client/queries/report";
import type { Timings } from "@/lib/contract/report-parts";
import { incident } from "@/lib/resources/incidents/incident";
import { ResponseTimesSpace } from "./response-times-space";

const days = 30;
const dayMs = 86_400_000;

/** The median time to acknowledge and to resolve of the incidents declared in the last 30 days. */
export function ResponseTimes() {
  const { project, base } = useProject();
  const today = dayIn(project.timeZone, useNow());
  const from = new Date(today - (days - 1) * dayMs).toISOString().slice(0, 10);
  const { data, error, refetch } = useQuery(reportQuery(project._id, { from }));
  const { acknowledged, resolved } = data?.incidents ?? {};
  const hasMedian = [acknowledged, resolved].some((one) => one && one.all.median !== null);
  return (
    <ResponseTimesSpace>
      {error && !data && (
        <PartError what="response times" error={error} onRetry={() => void refetch()} />
      )}
      <Median timings={acknowledged} what="to acknowledge" />
      <Median timings={resolved} what="to resolve" />
      {(acknowledged || resolved) && !hasMedian && (
        <span className="text-13 text-ink-muted">fewer than 5 incidents</span>
      )}
      {data?.incidents && (
        <a
          href={`${base}/reports`}
          className="text-12 text-ink-muted underline pointer-coarse:py-3.5"
        >
          Medians of {days} days
        </a>
      )}
    </ResponseTimesSpace>
  );
}

interface MedianProps {
  readonly timings: Timings | null | undefined;
  readonly what: string;
}

/** A median that opens the incidents that it is of. */
function Median({ timings, what }: MedianProps) {
  const { base } = useProject();
  if (!timings || timings.all.median === null) return null;
  return (
    <a
      href={listPathForQuery(base, incident, timings.all.query)}
      className="group flex items-baseline gap-2 pointer-coarse:min-h-11"
    >
      <span className="font-semibold text-16 text-ink-strong tabular-nums group-hover:underline">
        {ageOf(timings.all.median * 1_000)}
      </span>
      <span className="text-13 text-ink-muted">{what}</span>
    </a>
  );
}
