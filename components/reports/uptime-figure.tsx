import { useQuery } from "@tanstack/react-query";
import { PartError } from "@/components/errors/part-error";
import { wallTimeToInstant } from "@/components/fields/date/wall-time";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { eventsPath, MonitorStrip } from "@/components/uptime/monitor-strip";
import { ageOf } from "@/lib/client/device/times";
import { useProject } from "@/lib/client/project/project";
import { uptimeQuery } from "@/lib/client/queries/uptime";
import type { Report } from "@/lib/contract/report";
import { Figure } from "./figure";

type Uptime = NonNullable<Report["uptime"]>;

/** Most monitors with a strip. The table has all of them. */
const mostShown = 20;

/** Uptime of each monitor by month, worst first, with the strip of its last days. */
export function UptimeFigure({
  uptime,
  report,
}: {
  readonly uptime: Uptime;
  readonly report: Report;
}) {
  const { project, base } = useProject();
  const { months, monitors, hasMore } = uptime;
  const shown = monitors.slice(0, mostShown);
  const days = useIsNarrow() ? 30 : 90;
  const ask = { projectId: project._id, monitorIds: shown.map(({ _id }) => _id) };
  const { data, error, refetch } = useQuery(uptimeQuery(ask));
  return (
    <Figure
      title="Uptime by monitor and month"
      about={`Known time without downtime within the period. Worst first. The strip shows the last ${days} days.${hasMore ? " Only the first 200 monitors by name." : ""}`}
      table={{
        file: "uptime-by-month",
        head: ["Monitor", "Period, %", "Down, s", ...months.map((month) => `${month}, %`)],
        rows: monitors.map(({ label, total, months: perMonth }) => [
          ...[label, total.uptime, total.downSeconds],
          ...perMonth.map((one) => one.uptime),
        ]),
      }}
    >
      {monitors.length === 0 && <p className="text-13 text-ink-muted">No monitors.</p>}
      {error && !data && <PartError what="uptime" error={error} onRetry={() => void refetch()} />}
      <ul className="grid gap-3">
        {shown.map(({ _id, label, total, months: perMonth }) => (
          <li key={_id} className="grid gap-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-13">
              <a
                href={`${base}/monitor/${_id}`}
                className="wrap-anywhere font-medium text-ink-strong hover:underline"
              >
                {label}
              </a>
              <span className="text-12 text-ink-muted tabular-nums">{words(total)}</span>
            </div>
            <div className="min-h-7">
              {data && <MonitorStrip uptime={data} monitorId={_id} name={label} days={days} />}
            </div>
            <ul className="flex flex-wrap gap-x-3 text-12">
              {perMonth.map((one, place) => (
                <li key={months[place]}>
                  <a
                    href={eventsPath(base, _id, ...monthWithin(months[place] ?? "", report))}
                    className="inline-flex min-h-6 items-center gap-1 underline decoration-line-strong underline-offset-3 pointer-coarse:min-h-11"
                  >
                    {months[place]}
                    <span className="tabular-nums">
                      {one.uptime === null ? "no data" : `${one.uptime} %`}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Figure>
  );
}

function words({ uptime, downSeconds }: Uptime["monitors"][number]["total"]): string {
  if (uptime === null) return "no data";
  return downSeconds === 0 ? `${uptime} %` : `${uptime} %, down ${ageOf(downSeconds * 1_000)}`;
}

/** Returns the first instant of a month and the first one after it, within the period of the report. */
function monthWithin(month: string, { weeks, timeZone }: Report): readonly [string, string] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const beginOf = (place: number) => {
    const wall = new Date(Date.UTC(year, place, 1)).toISOString().slice(0, 19);
    return Date.parse(wallTimeToInstant(wall, timeZone));
  };
  const first = Math.max(beginOf(number - 1), Date.parse(weeks[0]?.start ?? ""));
  const last = Math.min(beginOf(number), Date.parse(weeks.at(-1)?.end ?? ""));
  return [new Date(first).toISOString(), new Date(last).toISOString()];
}
