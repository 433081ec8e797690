import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import type { Matched } from "@/lib/schema/search-text/searched-columns";

/** A search result. */
export interface Hit {
  readonly resource: string;
  readonly _id: string;
  readonly label: string;
  readonly number?: string;
  readonly color?: string;
  readonly matched: Matched;
  /** The match with the words around it, if it is not in the label. */
  readonly excerpt?: string;
}

/** Query of the records of a project that match a text. Sends nothing for a blank text. */
export function searchQuery(projectId: string, text: string) {
  const question = text.trim().slice(0, 2_000);
  return queryOptions({
    queryKey: ["search", projectId, question] as const,
    queryFn: async ({ signal }): Promise<readonly Hit[]> => {
      const asked = new URLSearchParams({ q: question, projectId, limit: "20" });
      const path = `/api/search?${asked.toString()}`;
      return (await call<{ data: readonly Hit[] }>("GET", path, { signal })).data.data;
    },
    enabled: question !== "",
    placeholderData: keepPreviousData,
  });
}
