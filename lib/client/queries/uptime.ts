import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/http/request";
import type { Uptime } from "@/lib/contract/summary";
import type { UptimeDay } from "@/lib/schema/uptime/uptime-bars";

/** Uptime that the console shows: one request for all monitors of a page. */
export interface AskedUptime {
  readonly projectId: string;
  readonly monitorIds: readonly string[];
  /** Absent: the oldest status page decides. */
  readonly statusPage?: string;
}

/** Query of the uptime of monitors over 90 days, refetched every minute. */
export function uptimeQuery({ projectId, monitorIds, statusPage }: AskedUptime) {
  const monitors = monitorIds.join();
  return queryOptions({
    queryKey: ["uptime", projectId, monitors, statusPage ?? ""] as const,
    queryFn: ({ signal }) =>
      request("GET /api/uptime", {
        query: { projectId, monitors, ...(statusPage !== undefined && { statusPage }) },
        signal,
      }),
    enabled: monitorIds.length > 0,
    refetchInterval: 60_000,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

/** Returns the last `count` days of a monitor; undefined if the reply does not hold it. */
export function uptimeDaysOf(
  uptime: Uptime,
  monitorId: string,
  count: number,
): readonly UptimeDay[] | undefined {
  const found = uptime.monitors.find(({ _id }) => _id === monitorId);
  if (!found) return undefined;
  const { days, downtime, incidents } = found;
  const all = uptime.days.map((day, place): UptimeDay => {
    const ofDay = incidents?.first.filter((one) => one.day === place) ?? [];
    return {
      day,
      knownMs: (days.knownSeconds[place] ?? 0) * 1_000,
      downMs: (days.downSeconds[place] ?? 0) * 1_000,
      downtime: downtime
        .filter((one) => one.day === place)
        .map(({ status, seconds }) => ({
          status: uptime.statuses[status]?.label ?? "Down",
          ms: seconds * 1_000,
        })),
      incidents: ofDay.map(({ number }) => number).filter((number) => number !== ""),
      incidentCount: incidents?.perDay[place] ?? 0,
    };
  });
  return all.slice(-count);
}
