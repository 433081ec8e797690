import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isProblem } from "@/lib/client/http/problem";
import { request } from "@/lib/client/http/request";
import type { LabelsById } from "@/lib/contract/labels";
import { documentReads } from "@/lib/document-reads";

/** Ids by resource path. */
export type LabelRequest = Readonly<Record<string, readonly string[]>>;

/**
 * Query of the labels of all records that a part of a page refers to. Concurrent queries share a
 * request. Unknown ids are absent from the result.
 */
export function labelsQuery(ids: LabelRequest) {
  return queryOptions({
    queryKey: ["labels", ids] as const,
    queryFn: async (): Promise<LabelsById> =>
      Object.keys(ids).length === 0 ? {} : await batchedLabels(ids),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

interface Waiting {
  readonly ask: LabelRequest;
  readonly resolve: (labels: LabelsById) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests within this interval share one call, because a page's records arrive one by one. */
const gatherMs = 20;
/** Maximum number of ids in one call. */
const mostIds = 2_000;

let waiting: readonly Waiting[] = [];
let isUnderWay = false;

/**
 * Returns labels of records, batched with the requests of other parts of the page. At most one call
 * is pending; later requests share the next call. Rejects with an `ApiProblem`.
 */
export function batchedLabels(ask: LabelRequest): Promise<LabelsById> {
  // The server renders for all users. Their requests never share a call.
  if (documentReads()) return read(ask);
  return new Promise((resolve, reject) => {
    waiting = [...waiting, { ask, resolve, reject }];
    if (waiting.length === 1 && !isUnderWay) setTimeout(() => void send(), gatherMs);
  });
}

/** Aborts the pending call and rejects all waiting requests. Call it before the session ends. */
export function cancelLabelRequests(): void {
  const ended = new DOMException("The user signs out.", "AbortError");
  for (const { reject } of waiting) reject(ended);
  waiting = [];
  underWay.abort(ended);
  underWay = new AbortController();
}

let underWay = new AbortController();

async function send(): Promise<void> {
  isUnderWay = true;
  while (waiting.length > 0) {
    const taken = fitting(waiting);
    waiting = waiting.slice(taken.length);
    await answer(taken);
  }
  isUnderWay = false;
}

/**
 * Resolves requests with one call. If it is denied, sends each request alone, so that a denied
 * request does not fail the others.
 */
async function answer(taken: readonly Waiting[]): Promise<void> {
  try {
    const labels = await read(mergeIds(taken.map(({ ask }) => ask)));
    for (const { resolve } of taken) resolve(labels);
  } catch (error) {
    if (taken.length > 1 && isRefusal(error)) for (const one of taken) await answer([one]);
    else for (const { reject } of taken) reject(error);
  }
}

/** Returns true if the server denied the request. Other failures are not retried. */
function isRefusal(error: unknown): boolean {
  return isProblem(error, "validation", "forbidden", "not_found");
}

async function read(ids: LabelRequest): Promise<LabelsById> {
  return (await request("POST /api/labels", { body: { ids }, signal: underWay.signal })).data;
}

/** Returns the first requests that fit into one call, at least one. */
function fitting(all: readonly Waiting[]): readonly Waiting[] {
  let count = 0;
  const tooMany = all.findIndex(({ ask }, place) => {
    count += Object.values(ask).reduce((sum, ids) => sum + ids.length, 0);
    return place > 0 && count > mostIds;
  });
  return tooMany === -1 ? all : all.slice(0, tooMany);
}

/** Merges several requests into one, without duplicate ids. */
export function mergeIds(asks: readonly LabelRequest[]): LabelRequest {
  const ids = new Map<string, Set<string>>();
  for (const [path, some] of asks.flatMap((ask) => Object.entries(ask))) {
    ids.set(path, new Set([...(ids.get(path) ?? []), ...some]));
  }
  return Object.fromEntries([...ids].map(([path, some]) => [path, [...some]]));
}
