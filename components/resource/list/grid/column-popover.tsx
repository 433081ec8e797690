"use client";

import { Columns3 } from "lucide-react";
import { Suspense } from "react";
import type { Layout, LayoutChange } from "@/components/resource/list/columns/use-layout";
import { IconButton } from "@/components/ui/icon-button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Popover } from "@/components/ui/overlay/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { Resource } from "@/lib/schema/resource";

const ColumnChoices = lazyWithRetry(async () => (await import("./column-settings")).ColumnSettings);

interface Props {
  readonly resource: Resource;
  readonly layout: Layout;
  readonly onLayout: (change: LayoutChange) => void;
}

/** Settings of the visible columns, their order, and the density of the rows. */
export function ColumnPopover({ resource, layout, onLayout }: Props) {
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
        <ColumnChoices {...{ resource, layout, onLayout }} />
      </Suspense>
    </Popover>
  );
}
