"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { Suspense, useLayoutEffect, useRef, useState } from "react";
import {
  type ListSnapshot,
  recallSelection,
  recallSnapshot,
  rememberSelection,
  rememberSnapshot,
} from "@/components/resource/list/query/list-memory";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { useProject } from "@/lib/client/project/project";
import { visibleResource } from "@/lib/client/project/resource-at";
import { LabelsProvider } from "@/lib/client/queries/labels";
import type { Resource } from "@/lib/schema/resource";
import { FooterArea } from "./bars/footer-area";
import { ListHeader } from "./bars/list-header";
import { NewsButton } from "./bars/news-button";
import { FilterBar } from "./filter/filter-bar";
import { useListShortcuts } from "./grid/use-list-shortcuts";
import { ListRows } from "./list-rows";
import { useCellEditing } from "./state/use-cell-editing";
import { type ListPageState, useListPage } from "./state/use-list-page";
import { useLiveRows } from "./state/use-live-rows";
import { type Panels, usePanels } from "./state/use-panels";
import { usePrefetch } from "./state/use-prefetch";
import { useRowOpening } from "./state/use-row-opening";
import { useSelection } from "./state/use-selection";

const PreviewPanel = lazyWithRetry(async () => (await import("./preview-panel")).PreviewPanel);
const FilterBuilder = lazyWithRetry(
  async () => (await import("./filter/filter-builder")).FilterBuilder,
);

/** The list of a resource's records. */
export function ResourceList({ path }: { readonly path: string }) {
  return <List key={path} resource={visibleResource(useProject(), path)} />;
}

function List({ resource }: { readonly resource: Resource }) {
  const page = useListPage(resource);
  const panels = usePanels();
  const restored = useRestore();
  const shown = page.rows.map((row) => String(row._id));
  const selection = useSelection(shown, restored.selected);
  const [last, setActive] = useState(restored.active);
  // The row may be on another page, or deleted.
  const active = last !== undefined && shown.includes(last) ? last : undefined;
  // The snapshot is stored outside of React for a return to the list. It holds only what was on the
  // screen.
  useLayoutEffect(() => restored.keep(last, selection.ids));
  const prefetch = usePrefetch(resource, shown[0]);
  const activate = (id: string) => {
    setActive(id);
    prefetch(id);
    if (panels.previewed !== undefined) panels.preview(id);
  };
  const editing = useCellEditing(resource);
  const open = useRowOpening({
    ...{ resource, mayEdit: editing.mayEdit, isPreviewing: panels.previewed !== undefined },
  });
  const isHeld = selection.ids.size > 0 || editing.edits.length > 0;
  const news = useLiveRows(resource, page.list, isHeld);
  useListShortcuts({
    ...{ resource, shown, active, selection, editing },
    onActive: activate,
    onPreview: (id) => panels.preview(panels.previewed === id ? undefined : id),
    onClosePreview: panels.previewed === undefined ? undefined : () => panels.preview(undefined),
    onFilter: () => panels.openNew(),
  });
  const { view, layout } = page;
  return (
    <LabelsProvider value={page.labels}>
      <div className="relative flex h-[calc(100dvh-var(--bars))] min-h-80 overflow-hidden">
        <div className="flex min-w-0 flex-1 flex-col">
          <ListHeader
            {...{ resource, layout, list: page.list, views: page.views, used: view }}
            onLayout={page.setLayout}
          />
          <FilterBar
            {...{ resource, used: page.filter, labels: page.labels }}
            q={view.state.q}
            onSearch={(q) => view.change({ q }, "replace")}
            onFilter={page.setFilter}
            open={panels.editor}
            onOpen={panels.openEditor}
            newColumn={panels.newColumn}
            onBuilder={() => panels.setBuilding(true)}
          />
          <ListRows
            {...{ resource, page, selection, active, editing }}
            onActive={activate}
            onOpen={open}
            onPrefetch={prefetch}
            onFilter={panels.openNew}
            scrollTop={restored.scrollTop}
            onScroll={restored.keepScroll}
          />
          <NewsButton news={news} onShow={page.list.refetch} />
          <FooterArea {...{ resource, page, selection }} />
        </div>
        <Beside {...{ resource, page, panels }} />
      </div>
    </LabelsProvider>
  );
}

interface BesideProps {
  readonly resource: Resource;
  readonly page: ListPageState;
  readonly panels: Panels;
}

/** Renders the panels beside or over the list, loaded when they first open. */
function Beside({ resource, page, panels }: BesideProps) {
  const { beside, preview, isBuilding, setBuilding } = panels;
  return (
    <Suspense>
      {beside !== undefined && page.list.isPermitted && (
        <PreviewPanel
          resource={resource}
          id={beside}
          known={page.rows.find(({ _id }) => _id === beside)}
          onClose={() => preview(undefined)}
        />
      )}
      {isBuilding && (
        <FilterBuilder
          resource={resource}
          filter={page.filter.filter}
          onClose={() => setBuilding(false)}
          onFilter={page.setFilter}
        />
      )}
    </Suspense>
  );
}

/** Returns the snapshot of the list at this address, the selection, and functions that store new ones. */
function useRestore() {
  const path = usePathname();
  const address = `${path}?${useSearchParams()}`;
  const [left] = useState(() => recallSnapshot(address));
  const [selected] = useState(() => recallSelection(path));
  const now = useRef<ListSnapshot>({ active: undefined, scrollTop: left?.scrollTop ?? 0 });
  const remember = (change: Partial<ListSnapshot>) => {
    now.current = { ...now.current, ...change };
    // Compares with the browser's URL, which changes before the router's. During navigation by the
    // browser's history it is already that of the other page.
    if (location.pathname !== path) return;
    rememberSnapshot(`${path}?${new URLSearchParams(location.search)}`, now.current);
  };
  return {
    active: left?.active,
    selected,
    scrollTop: left?.scrollTop ?? 0,
    keep: (active: string | undefined, ids: ReadonlySet<string>) => {
      remember({ active });
      rememberSelection(path, ids);
    },
    keepScroll: (scrollTop: number) => remember({ scrollTop }),
  };
}
