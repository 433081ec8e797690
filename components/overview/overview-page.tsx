"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorMessage } from "@/components/errors/error-message";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { SkeletonLines } from "@/components/ui/skeleton";
import { ClientOnly } from "@/lib/client/document/client-only";
import { useProject } from "@/lib/client/project/project";
import { summaryQuery } from "@/lib/client/queries/service";
import type { OpenIncidents, OpenRecords, Summary } from "@/lib/contract/summary";
import { alert } from "@/lib/resources/alerts/alert";
import { incident } from "@/lib/resources/incidents/incident";
import { monitor } from "@/lib/resources/monitoring/monitor";
import type { Resource } from "@/lib/schema/resource";
import { LatestChanges } from "./latest-changes";
import { BarList, BigNumber, CountLink } from "./numbers";
import { FirstIncidents, RecentAlerts } from "./record-lists";
import { ResponseTimesSpace } from "./response-times-space";
import { OverviewSection } from "./section";
import { StripsSkeleton } from "./strips-skeleton";
import { WhenInView } from "./when-in-view";

// Lazy, because the numbers and the open records come first.
const MonitorStrips = lazyWithRetry(async () => (await import("./monitor-strips")).MonitorStrips);
const ResponseTimes = lazyWithRetry(async () => (await import("./response-times")).ResponseTimes);
const SetUp = lazyWithRetry(async () => (await import("./set-up")).SetUp);

/** Shows the state of the project. Every number links to exactly the records it counts. */
export function OverviewPage() {
  const { project } = useProject();
  const { data, error, refetch } = useQuery(summaryQuery(project._id));
  return (
    <div className="grid max-w-[88rem] gap-8 px-3 py-5 md:px-4">
      <h1 className="font-semibold text-20 text-ink-strong">Overview</h1>
      {error && !data && (
        <div role="alert" className="grid gap-2">
          <p>
            <ErrorMessage error={error} />
          </p>
          <Button onPress={() => void refetch()} className="w-fit">
            Try again
          </Button>
        </div>
      )}
      {!error && !data && <SkeletonLines />}
      {data && <Parts summary={data} />}
    </div>
  );
}

function Parts({ summary }: { readonly summary: Summary }) {
  const { incidents, alerts, monitors, changes } = summary;
  if (!incidents && !alerts && !monitors && !changes) {
    return (
      <p className="max-w-prose text-ink-muted">
        You do not have permission to read incidents, alerts, monitors or the change log of this
        project. The sidebar lists the pages you can open.
      </p>
    );
  }
  const isEmpty = incidents?.hasAny === false && alerts?.recent.data.length === 0;
  return (
    <div className="grid items-start gap-x-12 gap-y-9 lg:grid-cols-2">
      {isEmpty && (
        <ClientOnly>
          <SetUp />
        </ClientOnly>
      )}
      <div className="grid min-w-0 gap-9 max-lg:contents">
        {incidents && (
          <OpenPart title="Open incidents" resource={incident} open={incidents}>
            <ClientOnly fallback={<ResponseTimesSpace />}>
              <ResponseTimes />
            </ClientOnly>
            <FirstIncidents open={incidents} />
          </OpenPart>
        )}
        {monitors && (
          <OverviewSection title="Monitors" className="max-lg:order-3">
            <BigNumber
              resource={monitor}
              counted={monitors.notOperational}
              what="not operational"
            />
            <BarList
              resource={monitor}
              rows={monitors.byStatus.map((one) => ({ ...one, key: one._id }))}
            />
            {monitors.count > 0 && (
              <WhenInView fallback={<StripsSkeleton count={monitors.count} />}>
                <MonitorStrips count={monitors.count} />
              </WhenInView>
            )}
          </OverviewSection>
        )}
        {changes && <LatestChanges latest={changes} />}
      </div>
      {alerts && (
        // In one column, open records come first and the latest changes last.
        <div className="grid min-w-0 gap-9 max-lg:order-2">
          <OpenPart title="Open alerts" resource={alert} open={alerts} />
          <RecentAlerts latest={alerts.recent} />
        </div>
      )}
    </div>
  );
}

interface OpenProps {
  readonly title: string;
  readonly resource: Resource;
  readonly open: OpenRecords & Partial<Pick<OpenIncidents, "unowned">>;
  readonly children?: ReactNode;
}

function OpenPart({ title, resource, open, children }: OpenProps) {
  const { unowned } = open;
  return (
    <OverviewSection title={title}>
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        <BigNumber resource={resource} counted={open} what="open" />
        <BigNumber resource={resource} counted={open.unacknowledged} what="not acknowledged" />
        {unowned && unowned.count > 0 && (
          <BigNumber
            resource={resource}
            counted={unowned}
            what="without an owner"
            isAtLeast={unowned.hasMore}
          />
        )}
      </div>
      {unowned?.count === 0 && open.count > 0 && (
        <p className="text-13 text-ink-muted">
          {unowned.hasMore ? "Too many open incidents to check for owners." : "All have an owner."}
        </p>
      )}
      {children}
      <BarList
        resource={resource}
        rows={open.bySeverity.map((one) => ({ ...one, key: one._id }))}
      />
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
        {open.byAge
          .filter(({ count }) => count > 0)
          .map(({ fromMinutes, toMinutes, count, query }) => (
            <div key={fromMinutes} className="flex items-baseline gap-1.5">
              <dt className="text-ink-muted">{ageWords(fromMinutes, toMinutes)}</dt>
              <dd>
                <CountLink resource={resource} counted={{ count, query }} />
              </dd>
            </div>
          ))}
      </dl>
    </OverviewSection>
  );
}

function ageWords(from: number, to: number | null): string {
  if (to === null) return `over ${length(from)}`;
  return from === 0 ? `under ${length(to)}` : `${length(from)} to ${length(to)}`;
}

function length(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${minutes / 60} h`;
  const days = minutes / 60 / 24;
  return days === 1 ? "1 day" : `${days} days`;
}
