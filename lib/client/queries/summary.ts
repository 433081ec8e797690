import { queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/http/request";

/** Query of the overview of a project, refetched every minute. */
export function summaryQuery(projectId: string) {
  return queryOptions({
    queryKey: ["summary", projectId] as const,
    queryFn: ({ signal }) => request("GET /api/summary", { query: { projectId }, signal }),
    refetchInterval: 60_000,
  });
}
