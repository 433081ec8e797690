"use client";

import { Suspense, useRef, useState } from "react";
import type { BulkResult } from "@/components/resource/list/bulk/use-bulk-write";
import type { ExportFormat } from "@/components/resource/list/export/export-list";
import { useKeepFocus } from "@/components/resource/list/state/use-keep-focus";
import type { ListPageState } from "@/components/resource/list/state/use-list-page";
import type { Selection } from "@/components/resource/list/state/use-selection";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { importWithRetry } from "@/lib/client/http/import-with-retry";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { ListFooter } from "./list-footer";

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
