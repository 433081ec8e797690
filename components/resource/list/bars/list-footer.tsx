"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ExportFormat } from "@/components/resource/list/export/export-list";
import { ExportMenu } from "@/components/resource/list/export/export-menu";
import type { ListState } from "@/components/resource/list/query/use-list";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSection } from "@/components/ui/overlay/menu-parts";
import { pageSizes } from "@/lib/client/views/view-state";

interface Props {
  readonly list: ListState;
  readonly isExporting: boolean;
  readonly size: number;
  readonly onSize: (size: number) => void;
  readonly onExport: (format: ExportFormat) => void;
}

/** Shows the position in the list, pagination, page size and export. */
export function ListFooter({ list, isExporting, size, onSize, onExport }: Props) {
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
        <IconButton label="Previous page" isDisabled={!previous} onPress={() => previous?.()}>
          <ChevronLeft size={16} aria-hidden />
        </IconButton>
        <IconButton label="Next page" isDisabled={!next} onPress={() => next?.()}>
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
            choose={{
              mode: "single",
              chosen: [String(size)],
              onChange: ([chosen]) => onSize(Number(chosen)),
            }}
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
