import { useMemo } from "react";
import {
  mergeLabelRequests,
  referencedIds,
  useRecordLabels,
} from "@/components/fields/record-labels";
import { useLayout } from "@/components/resource/list/columns/use-layout";
import { idsInFilter } from "@/components/resource/list/query/filter-names";
import { parseSort, sortText } from "@/components/resource/list/query/sorting";
import { useFilter } from "@/components/resource/list/query/use-filter";
import { type ListState, useList } from "@/components/resource/list/query/use-list";
import { type SavedViews, useSavedViews } from "@/lib/client/views/saved-views";
import { defaultView, pageSizes } from "@/lib/client/views/view-state";
import type { SortKey } from "@/lib/schema/filter";
import type { FilterNode } from "@/lib/schema/filter-text/model";
import { printFilter } from "@/lib/schema/filter-text/print";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { useViewState } from "./use-view-state";

const noRows: readonly Row[] = [];

/** The state of a list page, with the functions that change it. */
export type ListPageState = ReturnType<typeof useListPage>;

/** Combines the URL, the saved views, the user's columns and the API's response. */
export function useListPage(resource: Resource) {
  const saved = useSavedViews(resource);
  const view = useViewState(saved);
  const { state, change } = view;
  const filter = useFilter(resource, state.filter);
  const sort = parseSort(resource, state.sort);
  const {
    layout,
    isKnown,
    change: setLayout,
  } = useLayout({
    resource,
    named: state.columns,
    onNamed: (columns) => change({ columns }, "replace"),
    isOfView: view.view !== undefined,
  });
  const read = useList(resource, {
    columns: layout.columns,
    // One request only: it waits until the view and the columns are known.
    queryAt: view.isKnown && isKnown ? filter.queryAt : undefined,
    q: state.q,
    sort,
    size: pageSizes.find((size) => size === state.size) ?? defaultView.size,
  });
  const list = view.isMissing ? { ...read, ...withoutRows(saved) } : read;
  const rows = list.page?.data ?? noRows;
  // Performance: scanning all values of a page for each key took longer than moving by a row.
  const asked = useMemo(() => {
    const inFilter = Object.fromEntries(idsInFilter(resource, filter.filter));
    return mergeLabelRequests(referencedIds(resource, rows), inFilter);
  }, [resource, rows, filter.filter]);
  const labels = useRecordLabels(asked);
  const setFilter = (next: FilterNode | undefined) =>
    change({ filter: printFilter(next, filter.vocabulary) });
  return {
    views: saved.views,
    view,
    filter,
    setFilter,
    sort,
    setSort: (keys: readonly SortKey[]) =>
      change({ sort: keys.map(({ column, direction }) => sortText(column, direction)).join(",") }),
    layout,
    setLayout,
    list,
    rows,
    labels,
    isFiltered: state.filter !== "" || state.q !== "",
    showAll: () => change({ filter: "", q: "" }),
  };
}

/** The list of a missing view. A refetch reads the views. */
function withoutRows({ error, readAgain }: SavedViews): Partial<ListState> {
  const refetch = () => void readAgain();
  return { page: undefined, next: undefined, previous: undefined, error, refetch };
}
