import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Story, StoryEntry } from "@/lib/contract/records/story";
import type { Resource } from "@/lib/schema/resource";
import { fetchStory, furtherKeyOf, type StoryAsk, storyQuery } from "./story";

/**
 * Returns the pages of a story that are loaded, and the way to the next one. Only the first page is
 * refetched after a change; oldest first, the last page too. Further pages stay as they were read,
 * because each is one request.
 */
export function useStory(resource: Resource, id: string, ask: StoryAsk) {
  const client = useQueryClient();
  const first = useQuery(storyQuery(resource, id, ask));
  const furtherKey = furtherKeyOf(resource, id, ask);
  const further = useInfiniteQuery({
    queryKey: furtherKey,
    queryFn: ({ pageParam, signal }) => fetchStory(resource, id, ask, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...{ enabled: false, staleTime: Number.POSITIVE_INFINITY },
  });
  const page = first.data;
  const loaded = further.data?.pages ?? none;
  // Performance: equal entries and names keep their objects, so that thousands of entries are not
  // rendered again with each further page.
  // The first page as it was names the entries that fill the gap. The newest names come last.
  const pages = useMemo(() => (page ? [...loaded, page] : none), [page, loaded]);
  const entries = useMemo(
    () => (page ? joined(page.entries, loaded, ask.order) : []),
    [page, loaded, ask.order],
  );
  const loadMore = () => {
    if (!page || first.isPlaceholderData || further.isFetching) return;
    if (loaded.length === 0) {
      client.setQueryData(furtherKey, { pages: [page], pageParams: [""] });
    }
    void further.fetchNextPage();
  };
  return {
    ...{ first, pages, entries },
    hasMore: ((loaded.at(-1) ?? page)?.nextCursor ?? null) !== null,
    isLoadingMore: further.isFetching,
    error: first.error ?? further.error,
    retry: () => void (first.error ? first.refetch() : further.fetchNextPage()),
    loadMore,
  };
}

const none: readonly Story[] = [];

/**
 * Joins the first page with those behind it. After a change the first page may end earlier than when
 * they were read: the first page as it was then fills the gap.
 */
function joined(
  first: readonly StoryEntry[],
  loaded: readonly Story[],
  order: StoryAsk["order"],
): readonly StoryEntry[] {
  const last = first.at(-1);
  if (!last || loaded.length === 0) return first;
  const known = new Set(first.map(({ id }) => id));
  const isBehind = ({ id, at }: StoryEntry) =>
    !known.has(id) && (order === "desc" ? at <= last.at : at >= last.at);
  return [...first, ...loaded.flatMap(({ entries }) => entries).filter(isBehind)];
}
