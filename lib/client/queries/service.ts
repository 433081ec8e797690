import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/client/http/request";
import { isLive } from "@/lib/client/live/live-changes";

/** Query of the deployment's facts, refetched every 15 s. 403 for all but deployment owners. */
export const deploymentQuery = queryOptions({
  queryKey: ["deployment"] as const,
  queryFn: ({ signal }) => request("GET /api/deployment", { signal }),
  refetchInterval: 15_000,
});

/** Query of the overview of a project. Refetched every minute while no changes arrive. */
export function summaryQuery(projectId: string) {
  return queryOptions({
    queryKey: ["summary", projectId] as const,
    queryFn: ({ signal }) => request("GET /api/summary", { query: { projectId }, signal }),
    refetchInterval: () => (isLive() ? false : 60_000),
    meta: { followsChanges: true },
  });
}

/** Most records that a search returns. */
export const mostHits = 30;

/**
 * Query of the records of a project that match a text; those with some of its words if none has
 * every word. Sends nothing for a blank text.
 */
export function searchQuery(projectId: string, text: string) {
  const question = text.trim().slice(0, 2_000);
  return queryOptions({
    queryKey: ["search", projectId, question] as const,
    queryFn: async ({ signal }) => {
      const query = { q: question, projectId, limit: String(mostHits), words: "some" } as const;
      const { data, words } = await request("GET /api/search", { query, signal });
      return { hits: data, words };
    },
    enabled: question !== "",
    placeholderData: keepPreviousData,
  });
}
