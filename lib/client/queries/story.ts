import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "@/lib/client/http/api";
import { isProblem } from "@/lib/client/http/problem";
import { markStale, readAfterWrite } from "@/lib/client/live/read-again";
import type { Story, StoryEntry, StoryKind } from "@/lib/contract/records/story";
import type { Resource } from "@/lib/schema/resource";
import { keys, type RecordRead } from "./queries";

/** The part of a story that a reader sees. */
export interface StoryAsk {
  readonly order: "asc" | "desc";
  /** The page begins at this time; undefined: at the first entry in the order. */
  readonly at?: string | undefined;
  /** Only these kinds; undefined: all. */
  readonly kinds?: readonly StoryKind[] | undefined;
}

/** Fetches one page of the story of a record, uncached. Rejects with an `ApiProblem`. */
export async function fetchStory(
  resource: Resource,
  id: string,
  { order, at, kinds }: StoryAsk,
  cursor: string,
  signal?: AbortSignal,
): Promise<Story> {
  const sent = new URLSearchParams({
    order,
    ...(at !== undefined && { at }),
    ...(kinds && { kinds: kinds.join(",") }),
    ...(cursor !== "" && { cursor }),
  });
  const path = `/api/${resource.path}/${id}/story?${sent}`;
  return (await call<Story>("GET", path, { signal })).data;
}

/**
 * Query of the first page of a story. The previous page stays visible while the next one loads. It brings
 * the record and its version, so that an edit after a step starts from what the step wrote.
 */
export function storyQuery(resource: Resource, id: string, ask: StoryAsk) {
  return queryOptions({
    queryKey: keyOf(resource, id, ask),
    queryFn: async ({ client, queryKey, signal }) => {
      // Browsers log a failed request to the console, so none is sent for a deleted record.
      if (client.getQueryData(queryKey)) await expectRecord(client, resource, id);
      const story = await fetchStory(resource, id, ask, "", signal);
      takeRecord(client, resource, id, story);
      return story;
    },
    placeholderData: keepPreviousData,
    meta: { followsChanges: true },
  });
}

/** Waits for a pending read of the record. Rejects with its 404, if it found none. */
async function expectRecord(client: QueryClient, resource: Resource, id: string): Promise<void> {
  const queryKey = keys.get(resource, id);
  const read = client.getQueryCache().find({ queryKey });
  if (read?.state.fetchStatus === "fetching") await read.promise?.catch(() => undefined);
  if (isProblem(read?.state.error, "not_found")) throw read?.state.error;
}

/**
 * Shows the record of a story, unless a newer version or a pending change is shown. The same version
 * is taken too, because the late reply to a step may have shown its state over that of a later step.
 */
function takeRecord(client: QueryClient, resource: Resource, id: string, story: Story): void {
  const queryKey = keys.get(resource, id);
  const held = client.getQueryData<RecordRead>(queryKey);
  const isOlder = versionIn(story.etag) < versionIn(held?.etag);
  if (!held || isOlder || story.isRecordShortened || client.isMutating() > 0) return;
  client.setQueryData(queryKey, { record: story.record, etag: story.etag });
}

/** An ETag begins with the version of its record. */
function versionIn(etag: string | undefined): number {
  return Number(/\d+/.exec(etag ?? "")?.[0] ?? 0);
}

/**
 * Returns the pages of a story that are loaded, and the way to the next one. Only the first page is
 * refetched after a change. Further pages stay as they were read, because each is one request.
 */
export function useStory(resource: Resource, id: string, ask: StoryAsk) {
  const client = useQueryClient();
  const first = useQuery(storyQuery(resource, id, ask));
  const furtherKey = [...keyOf(resource, id, ask), "further"];
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
  const pages = useMemo(() => (page ? [page, ...loaded.slice(1)] : none), [page, loaded]);
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

function keyOf(resource: Resource, id: string, { order, at, kinds }: StoryAsk) {
  return [...keys.of(resource), "story", id, { order, at, kinds }];
}

/** Refetches the first page of the shown stories of a record. */
export async function refreshStory(
  client: QueryClient,
  resource: Resource,
  id: string,
): Promise<void> {
  const queryKey = [...keys.of(resource), "story", id];
  await readAfterWrite(client, { queryKey });
}

/**
 * Refetches the shown story of a record, which brings the record. Everything else is read when it is next
 * shown.
 */
export async function refreshByStory(
  client: QueryClient,
  resource: Resource,
  id: string,
): Promise<void> {
  markStale(client, { queryKey: keys.records });
  await refreshStory(client, resource, id);
}
