import { Columns3, Plus, RefreshCw } from "lucide-react";
import { Suspense } from "react";
import type { ColumnSettingsProps } from "@/components/resource/list/grid/column-settings";
import type { ListState } from "@/components/resource/list/query/use-list";
import type { ViewControls } from "@/components/resource/list/state/use-view-state";
import { ButtonLink } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Popover } from "@/components/ui/overlay/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { inSentence, sentenceCase } from "@/components/words/sentence-case";
import { mayUse, useProject } from "@/lib/client/project/project";
import type { SavedView } from "@/lib/client/views/saved-views";
import { ViewTabs } from "./view-tabs";

interface Props extends ColumnSettingsProps {
  readonly list: ListState;
  readonly views: readonly SavedView[];
  readonly used: ViewControls;
}

/** Shows the resource and its count, the saved views, and a link to create a record. */
export function ListHeader({ resource, list, views, used, layout, onLayout }: Props) {
  const context = useProject();
  const mayCreate = resource.operations.includes("create") && mayUse(context, resource, "create");
  const total = list.page?.count;
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 pt-3 pb-2 md:px-4">
      <h1 className="flex items-baseline gap-2.5 font-semibold text-20 text-ink-strong">
        {resource.pageTitle ?? sentenceCase(resource.plural)}
        {total !== undefined && total >= 0 && (
          <span className="font-normal text-14 text-ink-muted tabular-nums">
            {total.toLocaleString("en")}
          </span>
        )}
      </h1>
      <ViewTabs {...{ resource, views, used, layout }} />
      <div className="ml-auto flex items-center gap-1">
        <IconButton label="Refresh" onPress={list.refetch} className="max-md:hidden">
          <RefreshCw
            size={16}
            aria-hidden
            className={list.isFetching ? "animate-spin motion-reduce:animate-none" : ""}
          />
        </IconButton>
        <ColumnPopover resource={resource} layout={layout} onLayout={onLayout} />
        {mayCreate && (
          <ButtonLink
            look="primary"
            href={`${context.base}/${resource.path}/new`}
            aria-label={`New ${inSentence(resource.name)}`}
          >
            <Plus size={14} aria-hidden />
            New
          </ButtonLink>
        )}
      </div>
    </header>
  );
}

const ColumnChoices = lazyWithRetry(
  async () => (await import("@/components/resource/list/grid/column-settings")).ColumnSettings,
);

/** Settings of the visible columns, their order, and the density of the rows. */
function ColumnPopover(props: ColumnSettingsProps) {
  return (
    <Popover
      label="Columns"
      placement="bottom end"
      className="flex max-h-[min(32rem,80vh)] w-72 flex-col"
      button={
        <IconButton label="Columns" className="max-md:hidden">
          <Columns3 size={16} aria-hidden />
        </IconButton>
      }
    >
      <Suspense fallback={<Skeleton className="m-3 h-40" />}>
        <ColumnChoices {...props} />
      </Suspense>
    </Popover>
  );
}
