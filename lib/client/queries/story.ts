import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import { serverTime } from "@/lib/client/device/server-time";
import { call } from "@/lib/client/http/api";
import { isProblem } from "@/lib/client/http/problem";
import { markStale, readAfterWrite } from "@/lib/client/live/read-again";
import type { Story, StoryKind } from "@/lib/contract/records/story";
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
      await readEndAgain(client, resource, id, ask, signal);
      await forgetBehindGap(client, furtherKeyOf(resource, id, ask), story, ask.order);
      takeRecord(client, resource, id, story);
      return story;
    },
    placeholderData: keepPreviousData,
    meta: { followsChanges: true },
  });
}

/**
 * Refetches the loaded last page of a story that is read oldest first: later entries come there. Does
 * nothing while further pages are not loaded.
 */
async function readEndAgain(
  client: QueryClient,
  resource: Resource,
  id: string,
  ask: StoryAsk,
  signal: AbortSignal,
): Promise<void> {
  const queryKey = furtherKeyOf(resource, id, ask);
  const held = client.getQueryData<FurtherPages>(queryKey);
  const cursor = held?.pageParams.at(-1);
  if (ask.order === "desc" || !cursor || held?.pages.at(-1)?.nextCursor !== null) return;
  const page = await fetchStory(resource, id, ask, cursor, signal);
  client.setQueryData<FurtherPages>(queryKey, (now) =>
    now?.pageParams.at(-1) === cursor ? { ...now, pages: [...now.pages.slice(0, -1), page] } : now,
  );
}

type FurtherPages = InfiniteData<Story, string>;

/**
 * Forgets the loaded further pages of a story that is read newest first, if so many entries are new that
 * the first page no longer reaches them. The user loads the entries between, and those behind, again.
 */
async function forgetBehindGap(
  client: QueryClient,
  queryKey: QueryKey,
  { entries, nextCursor }: Story,
  order: StoryAsk["order"],
): Promise<void> {
  const [held] = client.getQueryData<FurtherPages>(queryKey)?.pages ?? [];
  const before = new Set(held?.entries.map(({ id }) => id));
  const isReached = nextCursor === null || entries.some(({ id }) => before.has(id));
  if (order === "asc" || !held || isReached) return;
  await client.resetQueries({ queryKey, exact: true });
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

function keyOf(resource: Resource, id: string, { order, at, kinds }: StoryAsk) {
  return [...keys.of(resource), "story", id, { order, at, kinds }];
}

/** Key of the query that holds the loaded pages of a story, if there are several. */
export function furtherKeyOf(resource: Resource, id: string, ask: StoryAsk) {
  return [...keyOf(resource, id, ask), "further"];
}

/**
 * Milliseconds until an escalation reaches its next rule. No record changes then, so no change is
 * announced. Ten seconds once it should be reached, because the time of the server is an estimate. False
 * if there is no next rule.
 */
export function untilNextStep(story: Story | undefined): number | false {
  const ends = (story?.glance?.policies ?? []).flatMap(({ next }) =>
    next ? Date.parse(next.at) : [],
  );
  if (ends.length === 0) return false;
  const left = Math.min(...ends) - serverTime();
  return left > 0 ? Math.min(left + second, hour) : 10 * second;
}

const second = 1_000;
/** Timers that are longer than 24 days fire at once. */
const hour = 3_600 * second;

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
