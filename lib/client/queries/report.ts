import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/http/request";

/** The days of a report: names such as `2026-11-16`. Without `to`, it ends today. */
export interface ReportDays {
  readonly from: string;
  readonly to?: string;
}

/** Query of the report of a project. It reads many records, so it is refetched only on request. */
export function reportQuery(projectId: string, { from, to }: ReportDays) {
  return queryOptions({
    queryKey: ["report", projectId, from, to ?? ""] as const,
    queryFn: ({ signal }) =>
      request("GET /api/report", {
        query: { projectId, from, ...(to !== undefined && { to }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
}
