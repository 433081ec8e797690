"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { isProblem } from "@/lib/client/http/problem";
import { mayRead, useProject } from "@/lib/client/project/project";
import {
  inProject,
  type ListPage,
  type ListRequest,
  listQuery,
} from "@/lib/client/queries/queries";
import type { SortKey } from "@/lib/schema/filter";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";
import type { Column } from "@/lib/schema/shape";
import { recallPages, rememberPages } from "./list-memory";
import { quickSearch } from "./quick-search";
import { sortQuery } from "./sorting";

/** What a list asks for. */
export interface ListOptions {
  readonly columns: readonly Column[];
  /** The filter at a time; undefined while it is not known or is wrong: nothing is asked then. */
  readonly queryAt: ((now: number) => JsonObject) | undefined;
  readonly q: string;
  readonly sort: readonly SortKey[];
  readonly size: number;
}

/** A page of a list, and the ways to the pages before and after it. */
export interface ListState {
  /** What all pages of the list that is shown hold at this moment: for exporting and acting on all of them. */
  readonly wholeNow: () => JsonObject;
  readonly page: ListPage | undefined;
  /** The order, as the API is asked for it. */
  readonly order: JsonObject;
  /** False: nothing is asked, because the answer would be a refusal. */
  readonly isPermitted: boolean;
  readonly error: Error | null;
  /** Why the page, which is shown as it was read before, could not be read again. */
  readonly staleError: Error | null;
  /** The rows shown are of another question, while the answer to this one is on its way. */
  readonly isStale: boolean;
  readonly isFetching: boolean;
  /** How many records stand before this page. */
  readonly skipped: number;
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  readonly refetch: () => void;
}

/** Asks for a page of records, and already for the one after it. */
export function useList(resource: Resource, asking: ListOptions): ListState {
  const context = useProject();
  const { project } = context;
  const isPermitted = mayRead(context, resource);
  const { columns, queryAt, q, sort, size } = asking;
  const search = quickSearch(resource, q);
  const wholeAt = (now: number) =>
    inProject(resource, project._id, allOf(queryAt?.(now) ?? {}, search));
  const wholeNow = () => wholeAt(Date.now());
  // One time for all that is known of a question: what moves with time is the same question later.
  const whole = wholeAt(0);
  const key = JSON.stringify([project._id, resource.path, whole, sort, size]);
  const [pages, setPages] = useState(() => recallPages(key));
  const cursors = pages.key === key ? pages.cursors : first;
  const goTo = (to: readonly string[]) => {
    setPages({ key, cursors: to });
    rememberPages({ key, cursors: to });
  };
  const order = sortQuery(resource, sort, (target) => mayRead(context, target));
  const ask: ListRequest = {
    select: selectOf(resource, columns),
    query: whole,
    sort: order,
    limit: size,
    cursor: cursors.at(-1) ?? "",
  };
  const isAsked = queryAt !== undefined && isPermitted;
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...listQuery(resource, ask, wholeNow),
    enabled: isAsked,
  });
  const after = isPlaceholderData ? null : (data?.nextCursor ?? null);
  useQuery({
    ...listQuery(resource, { ...ask, cursor: after ?? "" }, wholeNow),
    enabled: isAsked && after !== null,
    notifyOnChangeProps: [],
  });
  const asked = { page: data, skipped: (cursors.length - 1) * size, wholeNow };
  const shown = useShown(asked, isPlaceholderData);
  return {
    wholeNow: shown?.wholeNow ?? wholeNow,
    page: shown?.page,
    isPermitted,
    ...sorted(isPlaceholderData ? null : error, data !== undefined),
    isStale: isPlaceholderData,
    isFetching,
    skipped: shown?.skipped ?? 0,
    next: after === null ? undefined : () => goTo([...cursors, after]),
    previous: cursors.length > 1 ? () => goTo(cursors.slice(0, -1)) : undefined,
    refetch: () => void refetch(),
    order,
  };
}

/** A failure, by what it means for who has read the page before: a refusal takes that away too. */
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
 * An answer, its place and what it is a page of, which belong together: while another is on its way, all stay.
 * Measured: a hundred rows take as long to draw as several keys, so drawing them may be interrupted; the first answer is
 * not put off.
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

/** What is shown, what that is read with, and what names each record even where its name is not shown. */
function selectOf(resource: Resource, columns: readonly Column[]): JsonObject {
  const label = labelColumn(resource);
  const shown = [...columns, ...(label ? [label] : [])];
  const beside = shown.flatMap(({ field: { within, edge, wordsForMany, kindIn } }) =>
    [within, edge && "startsAt", wordsForMany?.column, kindIn?.column].filter(
      (name) => name !== undefined,
    ),
  );
  const names = [...columns.map(({ name }) => name), ...beside, ...(label ? [label.name] : [])];
  return Object.fromEntries(names.map((name) => [name, true]));
}
