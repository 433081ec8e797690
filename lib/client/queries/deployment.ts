import { queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/http/request";

/** Query of the deployment's facts, refetched every 15 s. 403 for all but deployment owners. */
export const deploymentQuery = queryOptions({
  queryKey: ["deployment"] as const,
  queryFn: ({ signal }) => request("GET /api/deployment", { signal }),
  refetchInterval: 15_000,
});
