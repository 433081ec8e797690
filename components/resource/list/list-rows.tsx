import { Suspense } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { Grid } from "./grid/grid";
import type { CellEditing } from "./state/use-cell-editing";
import { useIsNarrow } from "./state/use-is-narrow";
import type { ListPageState } from "./state/use-list-page";
import type { Selection } from "./state/use-selection";

const NoList = lazyWithRetry(async () => (await import("./empty/empty-list")).EmptyList);
const Cards = lazyWithRetry(async () => (await import("./grid/cards")).Cards);
const CellEditor = lazyWithRetry(async () => (await import("./grid/cell-editor")).CellEditor);
const OldNote = lazyWithRetry(async () => (await import("./empty/stale-banner")).StaleBanner);

interface Props {
  readonly resource: Resource;
  readonly page: ListPageState;
  readonly selection: Selection;
  readonly active: string | undefined;
  readonly onActive: (id: string) => void;
  readonly onPrefetch: (id: string) => void;
  readonly onFilter: (column: string) => void;
  readonly scrollTop: number;
  readonly onScroll: (scrollTop: number) => void;
  readonly editing: CellEditing;
}

const noRows: readonly Row[] = [];

/** The records as a table, as cards on a narrow screen, or the reason why there are none. */
export function ListRows(props: Props) {
  const { resource, page, selection } = props;
  const { list, layout } = page;
  const answer = list.page;
  const rows = answer?.data ?? noRows;
  const isNarrow = useIsNarrow();
  const none = (
    <Suspense>
      <NoList resource={resource} page={page} />
    </Suspense>
  );
  const { problems, unreadable } = page.filter;
  if (list.error || !list.isPermitted || problems.length > 0 || unreadable) return none;
  const isBusy = answer === undefined;
  const shared = { resource, rows, layout, selection, isBusy, isStale: list.isStale };
  const empty = isBusy ? null : none;
  const old = list.staleError && <OldNote error={list.staleError} onRetry={list.refetch} />;
  if (isNarrow) {
    return (
      <Suspense>
        {old}
        <Cards {...shared} empty={empty} />
      </Suspense>
    );
  }
  return (
    <>
      <Suspense>{old}</Suspense>
      <Grid
        {...shared}
        empty={empty}
        active={props.active}
        onActive={props.onActive}
        onPrefetch={props.onPrefetch}
        onFilter={props.onFilter}
        scrollTop={props.scrollTop}
        onScroll={props.onScroll}
        onLayout={page.setLayout}
        sort={page.sort}
        onSort={page.setSort}
        total={answer?.count ?? -1}
        skipped={list.skipped}
        onEditCell={props.editing.edit}
      />
      <Suspense>
        {props.editing.edits.map(({ key, ...edit }) => (
          <CellEditor
            key={key}
            resource={resource}
            {...edit}
            onClose={() => props.editing.close({ key, ...edit })}
          />
        ))}
      </Suspense>
    </>
  );
}
