import { useMemo } from "react";
import {
  mergeLabelRequests,
  referencedIds,
  useRecordLabels,
} from "@/components/fields/record-labels";
import {
  type Layout,
  type LayoutChange,
  useLayout,
} from "@/components/resource/list/columns/use-layout";
import { idsInFilter } from "@/components/resource/list/query/filter-names";
import { parseSort, sortText } from "@/components/resource/list/query/sorting";
import { type ParsedFilter, useFilter } from "@/components/resource/list/query/use-filter";
import { type ListState, useList } from "@/components/resource/list/query/use-list";
import type { Labels } from "@/lib/client/queries/labels";
import { type SavedView, useSavedViews } from "@/lib/client/views/saved-views";
import { defaultView, pageSizes } from "@/lib/client/views/view-state";
import type { SortKey } from "@/lib/schema/filter";
import type { FilterNode } from "@/lib/schema/filter-text/model";
import { printFilter } from "@/lib/schema/filter-text/print";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { useViewState, type ViewControls } from "./use-view-state";

/** The state of a list page, with the functions that change it. */
export interface ListPageState {
  readonly views: readonly SavedView[];
  readonly view: ViewControls;
  readonly filter: ParsedFilter;
  readonly setFilter: (filter: FilterNode | undefined) => void;
  readonly sort: readonly SortKey[];
  readonly setSort: (keys: readonly SortKey[]) => void;
  readonly layout: Layout;
  readonly setLayout: (change: LayoutChange) => void;
  readonly list: ListState;
  readonly rows: readonly Row[];
  /** The names of all records that the page and its filter refer to. */
  readonly labels: Labels;
  readonly isFiltered: boolean;
  readonly showAll: () => void;
}

const noRows: readonly Row[] = [];

/** Combines the URL, the saved views, the user's columns and the API's response. */
export function useListPage(resource: Resource): ListPageState {
  const { views, isKnown: areViewsKnown } = useSavedViews(resource);
  const view = useViewState(views);
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
  const list = useList(resource, {
    columns: layout.columns,
    // One request only: it waits until the view and the columns are known.
    queryAt: areViewsKnown && isKnown ? filter.queryAt : undefined,
    q: state.q,
    sort,
    size: pageSizes.find((size) => size === state.size) ?? defaultView.size,
  });
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
    views,
    view,
    filter,
    setFilter,
    sort,
    setSort: (keys) =>
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
