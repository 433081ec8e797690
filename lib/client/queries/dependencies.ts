import { queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/http/request";

/** Query of the services around a service. Rejects with an `ApiProblem`. */
export function dependenciesQuery(projectId: string, service: string) {
  return queryOptions({
    queryKey: ["records", "service", "dependencies", projectId, service] as const,
    queryFn: ({ signal }) =>
      request("GET /api/dependencies", { query: { projectId, service }, signal }),
    meta: { followsChanges: true },
  });
}
