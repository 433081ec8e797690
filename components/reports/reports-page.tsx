"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { ErrorMessage, whoCanGrant } from "@/components/errors/error-message";
import { PageBody } from "@/components/page/page-body";
import { Button } from "@/components/ui/button";
import { useNow } from "@/lib/client/device/clock";
import { dayIn } from "@/lib/client/device/times";
import { useProject } from "@/lib/client/project/project";
import { reportQuery } from "@/lib/client/queries/report";
import type { Report } from "@/lib/contract/report";
import { AttentionPart } from "./attention-part";
import { ReportPeriod } from "./figure";
import { LoadFigure } from "./load-figure";
import { NoiseFigure } from "./noise-figure";
import { PeriodChoice } from "./period-choice";
import { chosenRange, daysOfRange, defaultRange, ownLimits, zoneInWords } from "./range";
import { ReportSkeleton } from "./report-skeleton";
import { TimingFigure } from "./timing-figure";
import { UptimeFigure } from "./uptime-figure";
import { WeekBars } from "./week-bars";

/** The numbers of the project in a period, which is in the URL. Every number opens its records. */
export function ReportsPage() {
  const { project } = useProject();
  const today = dayIn(project.timeZone, useNow());
  const [sent, setRange] = useQueryState(
    "range",
    parseAsString.withDefault(defaultRange).withOptions({ history: "push" }),
  );
  const range = chosenRange(sent, today);
  const ask = reportQuery(project._id, daysOfRange(range, today));
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(ask);
  // Known before the answer, so that the text keeps its height.
  const asked = {
    to: ownLimits(today).to,
    ...daysOfRange(range, today),
    timeZone: project.timeZone,
  };
  const { from, to, timeZone } = isPlaceholderData ? asked : (data ?? asked);
  return (
    <PageBody>
      <div className="grid grid-cols-1 gap-6">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div className="grid gap-1">
            <h1 className="font-semibold text-20 text-ink-strong">Reports</h1>
            <p className="max-w-prose text-13 text-ink-muted">
              {`${from} to ${to}, ${zoneInWords(timeZone)}. `}Select a mark to open its records.
            </p>
          </div>
          <PeriodChoice {...{ range, today }} onChange={(value) => void setRange(value)} />
        </div>
        {error && (
          <div role="alert" className="grid gap-2">
            <p>
              <ErrorMessage error={error} />
            </p>
            <Button className="w-fit" isPending={isFetching} onPress={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
        {!error && !data && <ReportSkeleton />}
        {data && !error && (
          <ReportPeriod value={isPlaceholderData ? undefined : `${data.from}-to-${data.to}`}>
            <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "stale" : ""}>
              <Parts report={data} />
            </div>
          </ReportPeriod>
        )}
      </div>
    </PageBody>
  );
}

function Parts({ report }: { readonly report: Report }) {
  const { incidents, uptime, load, noise, attention } = report;
  if (!incidents && !uptime && !noise) {
    return (
      <p className="max-w-prose text-ink-muted">
        You do not have permission to read incidents, alerts or monitors of this project.
      </p>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-2">
      {incidents && <WeekBars weeks={report.weeks} incidents={incidents} />}
      <AttentionPart attention={attention} />
      {incidents && <Times report={report} incidents={incidents} />}
      {load && <LoadFigure load={load} timeZone={report.timeZone} />}
      {noise && <NoiseFigure noise={noise} />}
      {uptime && <UptimeFigure uptime={uptime} report={report} />}
      <HiddenFigures report={report} />
    </div>
  );
}

/** Names the figures whose records the user may not read. */
function HiddenFigures({
  report: { incidents, load, noise, uptime },
}: {
  readonly report: Report;
}) {
  const figures: readonly (readonly [title: string, part: unknown])[] = [
    ["Incidents per week", incidents],
    ["Time to acknowledge", incidents?.acknowledged],
    ["Time to resolve", incidents?.resolved],
    ["Load per person", load],
    ["Alert noise", noise],
    ["Uptime by monitor and month", uptime],
  ];
  const hidden = figures.flatMap(([title, part]) => (part ? [] : [title]));
  if (hidden.length === 0) return null;
  return (
    <p className="max-w-prose text-13 text-ink-muted">
      Not shown: {hidden.join(", ")}. You do not have permission to read all records that they
      count. {whoCanGrant}
    </p>
  );
}

interface TimesProps {
  readonly report: Report;
  readonly incidents: NonNullable<Report["incidents"]>;
}

function Times({ report: { weeks }, incidents }: TimesProps) {
  const { acknowledged, resolved, severities } = incidents;
  return (
    <>
      {acknowledged && (
        <TimingFigure
          title="Time to acknowledge"
          about="From the declaration to the first state that acknowledges or resolves, for incidents declared in the period."
          file="time-to-acknowledge"
          lacks="unacknowledged"
          timings={acknowledged}
          {...{ weeks, severities }}
        />
      )}
      {resolved && (
        <TimingFigure
          title="Time to resolve"
          about="From the declaration to the last resolution, for incidents declared in the period. A reopened incident counts once it is resolved again."
          file="time-to-resolve"
          lacks="open"
          timings={resolved}
          {...{ weeks, severities }}
        />
      )}
    </>
  );
}
