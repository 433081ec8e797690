"use client";

import { lazy, Suspense, useRef, useState } from "react";
import { useClock } from "@/lib/client/clock";
import { mayUse, usePlace } from "@/lib/client/project";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { isEditableInPlace } from "./editable";
import { allOf, partsOf } from "./filter/parts";
import { sentenceOf } from "./filter/sentence";
import { Grid } from "./grid";
import { ListProblem, NoRows } from "./list-states";
import type { ListPageState } from "./use-list-page";
import { useNarrow } from "./use-narrow";
import type { Selection } from "./use-selection";

const Cards = lazy(async () => ({ default: (await import("./cards")).Cards }));
const CellEditor = lazy(async () => ({ default: (await import("./cell-editor")).CellEditor }));

interface Props {
  readonly resource: Resource;
  readonly page: ListPageState;
  readonly selection: Selection;
  readonly active: string | undefined;
  readonly onActive: (id: string) => void;
  readonly onFilter: (column: string) => void;
  readonly scrollTop: number;
  readonly onScroll: (scrollTop: number) => void;
}

/** The records as a table, as cards on a narrow screen, or why there are none. */
export function ListRows(props: Props) {
  const { resource, page, selection } = props;
  const { list, layout, rows } = page;
  const isNarrow = useNarrow();
  const { editing, edit, close } = useCellEditing(resource);
  if (list.error) {
    return (
      <ListProblem
        resource={resource}
        error={list.error}
        onRetry={list.refetch}
        onClear={page.showAll}
      />
    );
  }
  const isBusy = list.page === undefined && page.filter.problems.length === 0;
  const shared = { resource, rows, layout, selection, isBusy, isStale: list.isStale };
  const empty = isBusy ? null : <Empty resource={resource} page={page} />;
  if (isNarrow) {
    return (
      <Suspense>
        <Cards {...shared} empty={empty} />
      </Suspense>
    );
  }
  return (
    <>
      <Grid
        {...shared}
        empty={empty}
        active={props.active}
        onActive={props.onActive}
        onFilter={props.onFilter}
        scrollTop={props.scrollTop}
        onScroll={props.onScroll}
        onLayout={page.setLayout}
        sort={page.sort}
        onSort={page.setSort}
        total={list.page?.count ?? -1}
        skipped={list.skipped}
        onEditCell={edit}
      />
      <Suspense>
        {editing && <CellEditor resource={resource} {...editing} onClose={close} />}
      </Suspense>
    </>
  );
}

function Empty({ resource, page }: { readonly resource: Resource; readonly page: ListPageState }) {
  const { zone } = useClock();
  const { labels, filter, view, setFilter } = page;
  const parts = partsOf(filter.filter);
  const conditions = parts.map((part, place) => ({
    text: sentenceOf({ resource, labels, zone }, part),
    drop: () => setFilter(allOf(parts.toSpliced(place, 1))),
  }));
  const search = { text: `Search for “${view.state.q}”`, drop: () => view.change({ q: "" }) };
  return (
    <NoRows
      resource={resource}
      isFiltered={page.isFiltered}
      conditions={view.state.q === "" ? conditions : [...conditions, search]}
      onClear={page.showAll}
    />
  );
}

function useCellEditing(resource: Resource) {
  const place = usePlace();
  const cell = useRef<HTMLElement>(null);
  const [at, setAt] = useState<{ readonly id: string; readonly column: string }>();
  const mayEdit = resource.operations.includes("update") && mayUse(place, resource, "update");
  const column = shapeOf(resource).byColumn.get(at?.column ?? "");
  return {
    editing: at && column && { id: at.id, column, cell },
    edit: (id: string, name: string, element: HTMLElement) => {
      if (!mayEdit || !isEditableInPlace(resource, name)) return;
      cell.current = element;
      setAt({ id, column: name });
    },
    close: () => setAt(undefined),
  };
}
