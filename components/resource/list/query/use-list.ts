import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { serverTime } from "@/lib/client/device/server-time";
import { useDocumentRead } from "@/lib/client/document/document-read";
import { isProblem } from "@/lib/client/http/problem";
import { mayRead, useProject } from "@/lib/client/project/project";
import {
  inProject,
  type ListPage,
  type ListRequest,
  listQuery,
} from "@/lib/client/queries/queries";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import type { SortKey } from "@/lib/schema/filter";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";
import type { Column } from "@/lib/schema/shape";
import { recallPages, rememberPages } from "./list-memory";
import { quickSearch } from "./quick-search";
import { sortQuery } from "./sorting";

/** Options of a list. */
export interface ListOptions {
  readonly columns: readonly Column[];
  /** The filter at a time. Undefined while it is loading or invalid; no request is sent then. */
  readonly queryAt: ((now: number) => JsonObject) | undefined;
  readonly q: string;
  readonly sort: readonly SortKey[];
  readonly size: number;
}

/** A page of a list, with functions that load the previous and next page. */
export interface ListState {
  /** The request of the page, and the time of its last response, in milliseconds since 1970. */
  readonly asked: ListRequest;
  readonly readAt: number;
  /** Returns the query for all pages of the list at this time, for exports and bulk actions. */
  readonly wholeNow: () => JsonObject;
  readonly page: ListPage | undefined;
  /** The order as sent to the API. */
  readonly order: JsonObject;
  /** False if no request is sent, because it would be denied. */
  readonly isPermitted: boolean;
  readonly error: Error | null;
  /** Why the refetch of the shown page failed. */
  readonly staleError: Error | null;
  /** The rows belong to an earlier query, while the response to the current one is pending. */
  readonly isStale: boolean;
  readonly isFetching: boolean;
  /** The number of records before this page. */
  readonly skipped: number;
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  readonly refetch: () => void;
}

/** Fetches a page of records, and prefetches the next one. */
export function useList(resource: Resource, asking: ListOptions): ListState {
  const context = useProject();
  const { project } = context;
  const isPermitted = mayRead(context, resource);
  const { columns, queryAt, q, sort, size } = asking;
  const search = quickSearch(resource, q);
  const wholeAt = (now: number) =>
    inProject(resource, project._id, allOf(queryAt?.(now) ?? {}, search));
  const wholeNow = () => wholeAt(serverTime());
  // Relative dates are frozen in the query key, so that "last 7 days" stays one cache entry.
  const whole = wholeAt(0);
  const key = JSON.stringify([project._id, resource.path, whole, sort, size]);
  const { cursors, goTo, previous } = useCursors(key);
  const order = sortQuery(resource, sort, (target) => mayRead(context, target));
  const ask: ListRequest = {
    select: selectOf(resource, columns),
    query: whole,
    sort: order,
    limit: size,
    cursor: cursors.at(-1) ?? "",
  };
  const isAsked = queryAt !== undefined && isPermitted;
  const asked = listQuery(resource, ask, wholeNow);
  useDocumentRead(asked, isAsked);
  const { data, error, isPlaceholderData, isFetching, refetch, dataUpdatedAt } = useQuery({
    ...asked,
    enabled: isAsked,
  });
  // The records of the last page may be deleted. A pending response may bring others.
  if (data?.data.length === 0 && !isPlaceholderData && !isFetching) previous?.();
  const after = isPlaceholderData ? null : (data?.nextCursor ?? null);
  useQuery({
    ...listQuery(resource, { ...ask, cursor: after ?? "" }, wholeNow),
    enabled: isAsked && after !== null,
    notifyOnChangeProps: [],
  });
  const answer = { page: data, skipped: (cursors.length - 1) * size, wholeNow };
  const shown = useShown(answer, isPlaceholderData);
  return {
    asked: ask,
    readAt: dataUpdatedAt,
    wholeNow: shown?.wholeNow ?? wholeNow,
    page: shown?.page,
    isPermitted,
    ...sorted(isPlaceholderData ? null : error, data !== undefined),
    isStale: isPlaceholderData,
    isFetching,
    skipped: shown?.skipped ?? 0,
    next: after === null ? undefined : () => goTo([...cursors, after]),
    previous,
    refetch: () => void refetch(),
    order,
  };
}

/** Returns the cursors of the pages of a query up to the current one, and functions that set them. */
function useCursors(key: string) {
  const [pages, setPages] = useState(() => recallPages(key));
  const cursors = pages.key === key ? pages.cursors : first;
  const goTo = (to: readonly string[]) => {
    setPages({ key, cursors: to });
    rememberPages({ key, cursors: to });
  };
  const previous = cursors.length > 1 ? () => goTo(cursors.slice(0, -1)) : undefined;
  return { cursors, goTo, previous };
}

/**
 * Classifies an error: after a successful read it only makes the page stale, unless access is
 * denied.
 */
function sorted(failure: Error | null, isRead: boolean): Pick<ListState, "error" | "staleError"> {
  const isOld = isRead && !isProblem(failure, "forbidden");
  return isOld ? { error: null, staleError: failure } : { error: failure, staleError: null };
}

interface Shown {
  readonly page: ListPage;
  readonly skipped: number;
  readonly wholeNow: () => JsonObject;
}

/**
 * Keeps a response together with its position and its query until the next one has arrived.
 * Performance: 100 rows take as long to render as several keys, so rendering is deferred, but not
 * for the first response.
 */
function useShown(
  asked: Omit<Shown, "page"> & { readonly page: ListPage | undefined },
  isOfBefore: boolean,
) {
  const { page, skipped } = asked;
  const [kept, setKept] = useState<Shown>();
  const isNew = page && !isOfBefore && (kept?.page !== page || kept.skipped !== skipped);
  const now = isNew ? { ...asked, page } : kept;
  if (now && now !== kept) setKept(now);
  const drawn = useDeferredValue(now);
  return page && (drawn ?? now);
}

function allOf(one: JsonObject, other: JsonObject): JsonObject {
  const parts = [one, other].filter((part) => Object.keys(part).length > 0);
  const [only = {}] = parts;
  return parts.length > 1 ? { _and: parts } : only;
}

const first: readonly string[] = [""];

/**
 * Returns the fields to read: the visible columns, columns needed to display them, the state and
 * severity of a record, and its name.
 */
function selectOf(resource: Resource, columns: readonly Column[]): JsonObject {
  const label = labelColumn(resource);
  const shown = [...columns, ...(label ? [label] : [])];
  const beside = shown.flatMap(({ field: { within, edge, wordsForMany, kindIn } }) =>
    [within, edge && "startsAt", wordsForMany?.column, kindIn?.column].filter(
      (name) => name !== undefined,
    ),
  );
  const lifecycle = lifecycleOf(resource);
  const work = lifecycle ? [lifecycle.state.name, lifecycle.severity.name] : [];
  const named = label ? [label.name] : [];
  const names = [...columns.map(({ name }) => name), ...beside, ...work, ...named];
  return Object.fromEntries(names.map((name) => [name, true]));
}
