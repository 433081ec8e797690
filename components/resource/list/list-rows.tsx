import { Suspense, useMemo } from "react";
import { LoadingEditor } from "@/components/resource/inline-edit/loading-editor";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { ListedIds } from "@/components/uptime/listed-ids";
import type { Row } from "@/lib/schema/row";
import { Cards } from "./grid/cards";
import { Grid } from "./grid/grid";
import type { GridProps } from "./grid/grid-props";
import { LoadingLine } from "./loading-line";
import type { CellEditing } from "./state/use-cell-editing";
import type { ListPageState } from "./state/use-list-page";

const NoList = lazyWithRetry(async () => (await import("./empty/empty-list")).EmptyList);
const CellEditor = lazyWithRetry(async () => (await import("./grid/cell-editor")).CellEditor);
const OldNote = lazyWithRetry(async () => (await import("./empty/stale-banner")).StaleBanner);

interface Props
  extends Pick<GridProps, "resource" | "selection" | "active" | "onActive" | "onPrefetch">,
    Pick<GridProps, "onFilter" | "onOpen" | "scrollTop" | "onScroll"> {
  readonly page: ListPageState;
  readonly editing: CellEditing;
}

const noRows: readonly Row[] = [];

/** The records as a table, as cards on a narrow screen, or the reason why there are none. */
export function ListRows({ page, editing, ...props }: Props) {
  const { resource, selection } = props;
  const { list, layout, view } = page;
  const answer = list.page;
  const rows = answer?.data ?? noRows;
  const ids = useMemo(() => rows.map((row) => String(row._id)), [rows]);
  const isNarrow = useIsNarrow();
  const none = (
    <Suspense fallback={<div className="flex-1" />}>
      <NoList resource={resource} page={page} />
    </Suspense>
  );
  const { problems, unreadable } = page.filter;
  const isRefused = !list.isPermitted || problems.length > 0 || unreadable;
  if (list.error || view.isMissing || isRefused) return none;
  const isBusy = answer === undefined;
  const { isStale, skipped } = list;
  const shared = { resource, rows, layout, selection, isBusy, isStale, skipped };
  const empty = isBusy ? null : none;
  const old = list.staleError && (
    <OldNote what="list" error={list.staleError} onRetry={list.refetch} />
  );
  return (
    <ListedIds value={ids}>
      <Suspense>{old}</Suspense>
      <LoadingLine isShown={isStale} />
      {isNarrow ? (
        <Cards {...shared} empty={empty} />
      ) : (
        <Grid
          {...props}
          {...shared}
          empty={empty}
          onLayout={page.setLayout}
          sort={page.sort}
          onSort={page.setSort}
          total={answer?.count ?? -1}
          onEditCell={editing.edit}
        />
      )}
      {/* A turned phone shows cards instead of the table. Open editors keep their input. */}
      <Suspense fallback={<LoadingEditor isHidden />}>
        {editing.edits.map((edit) => (
          <CellEditor
            key={`${edit.place}/${edit.turn}`}
            resource={resource}
            column={edit.column}
            id={edit.id}
            cell={edit.cell}
            onSave={() => editing.beginSave(edit)}
            onSaved={() => editing.endSave(edit)}
            onClose={() => editing.close(edit)}
          />
        ))}
      </Suspense>
    </ListedIds>
  );
}
