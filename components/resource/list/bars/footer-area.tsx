import { ChevronLeft, ChevronRight } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import type { BulkResult } from "@/components/resource/list/bulk/use-bulk-write";
import type { ExportFormat } from "@/components/resource/list/export/export-list";
import { ExportMenu } from "@/components/resource/list/export/export-menu";
import type { ListState } from "@/components/resource/list/query/use-list";
import { useKeepFocus } from "@/components/resource/list/state/use-keep-focus";
import type { ListPageState } from "@/components/resource/list/state/use-list-page";
import type { Selection } from "@/components/resource/list/state/use-selection";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSection } from "@/components/ui/overlay/menu-parts";
import { importWithRetry } from "@/lib/client/http/import-with-retry";
import { pageSizes } from "@/lib/client/views/view-state";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

const ActionBar = lazyWithRetry(
  async () => (await import("@/components/resource/list/bulk/action-bar")).ActionBar,
);
const BulkOutcome = lazyWithRetry(
  async () => (await import("@/components/resource/list/bulk/bulk-result")).BulkResultPanel,
);

interface Props {
  readonly resource: Resource;
  readonly page: ListPageState;
  readonly selection: Selection;
}

/** The bar under the rows: pagination, or the actions on the selected records. */
export function FooterArea({ resource, page, selection }: Props) {
  const { list, layout, view } = page;
  const [result, setResult] = useState<BulkResult>();
  const [isExporting, setExporting] = useState(false);
  const saveAs = async (query: JsonObject, format: ExportFormat) => {
    setExporting(true);
    try {
      const { exportList } = await importWithRetry(
        () => import("@/components/resource/list/export/export-list"),
      );
      await exportList({ resource, columns: layout.columns, query, sort: list.order, format });
    } finally {
      setExporting(false);
    }
  };
  const place = useRef<HTMLDivElement>(null);
  const keeping = useKeepFocus(place, selection.ids, result);
  return (
    <div ref={place} className="shrink-0" {...keeping}>
      <Suspense>
        {result && (
          <BulkOutcome
            key={JSON.stringify(result.outcomes.slice(0, 3))}
            {...{ resource, result }}
            onResult={setResult}
          />
        )}
      </Suspense>
      {selection.ids.size === 0 ? (
        <ListFooter
          list={list}
          isExporting={isExporting}
          size={view.state.size}
          onSize={(size) => view.change({ size })}
          onExport={(format) => void saveAs(list.wholeNow(), format)}
        />
      ) : (
        <Suspense fallback={<div className="h-10 shrink-0 border-line border-t bg-accent-soft" />}>
          <ActionBar
            {...{ resource, selection, wholeNow: list.wholeNow, total: list.page?.count ?? 0 }}
            isExporting={isExporting}
            onExport={(chosen, format) =>
              void saveAs({ ...onlyProject(list.wholeNow()), ...chosen }, format)
            }
            onResult={setResult}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Returns only the project condition of a list's query. */
function onlyProject({ projectId }: JsonObject): JsonObject {
  return projectId === undefined ? {} : { projectId };
}

interface ListFooterProps {
  readonly list: ListState;
  readonly isExporting: boolean;
  readonly size: number;
  readonly onSize: (size: number) => void;
  readonly onExport: (format: ExportFormat) => void;
}

/** Shows the position in the list, pagination, page size and export. */
function ListFooter({ list, isExporting, size, onSize, onExport }: ListFooterProps) {
  const { page, skipped, next, previous } = list;
  const from = skipped + 1;
  const to = skipped + (page?.data.length ?? 0);
  const total = page?.count ?? 0;
  return (
    <footer
      tabIndex={-1}
      className="flex min-h-10 shrink-0 items-center gap-1 border-line border-t px-2 text-13 outline-none md:px-4"
    >
      <p role="status" className="text-ink-muted tabular-nums">
        {page && total > 0 ? `${number(from)}–${number(to)} of ${number(total)}` : ""}
      </p>
      <div className="ml-auto flex items-center gap-1">
        {/* The last press of a button keeps the focus on it. */}
        <IconButton label="Previous page" aria-disabled={!previous} onPress={() => previous?.()}>
          <ChevronLeft size={16} aria-hidden />
        </IconButton>
        <IconButton label="Next page" aria-disabled={!next} onPress={() => next?.()}>
          <ChevronRight size={16} aria-hidden />
        </IconButton>
        <Menu
          label="Rows per page"
          placement="top end"
          button={
            <Button look="quiet" size="small" className="max-md:hidden">
              {size}
              <span className="max-lg:sr-only"> per page</span>
            </Button>
          }
        >
          <MenuSection
            title="Rows per page"
            choose={{ chosen: String(size), onChange: (chosen) => onSize(Number(chosen)) }}
          >
            {pageSizes.map((one) => (
              <MenuItem key={one} id={String(one)}>
                {String(one)}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
        <ExportMenu
          title={`Export all ${number(total)} as`}
          isDisabled={total === 0}
          isPending={isExporting}
          onExport={onExport}
        />
      </div>
    </footer>
  );
}

function number(value: number): string {
  return value.toLocaleString("en");
}
