import { useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import type { ShownColumn } from "@/components/resource/list/columns/grid-columns";
import type { RowChanges } from "@/components/resource/list/query/use-row-changes";
import { Skeleton } from "@/components/ui/skeleton";
import { classes } from "@/components/ui/styles";
import { useLatest } from "@/lib/client/device/use-latest";
import { useProject } from "@/lib/client/project/project";
import { defaultView } from "@/lib/client/views/view-state";
import type { Row } from "@/lib/schema/row";
import type { GridProps } from "./grid-props";
import { GridRow, type RowActions } from "./grid-row";

/** Rows rendered outside of the view. */
const overscan = 16;

interface Props extends GridProps {
  readonly columns: readonly ShownColumn[];
  readonly changes: ReadonlyMap<string, RowChanges>;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/**
 * Virtualized rows: those in view and a few around them, so that a long page is as fast as a short
 * one.
 */
export function GridBody({ scroller, ...props }: Props) {
  const { resource, rows, columns, layout, selection, isStale, isBusy, active, changes } = props;
  const { base } = useProject();
  const height = rowHeight(layout.isDense);
  const acts = useLatest<RowActions>(props);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    initialOffset: props.scrollTop,
    overscan,
    scrollPaddingStart: 40,
    // The server renders a whole page of the usual size, so that it is readable without scripts.
    initialRect: { width: 1_000, height: (defaultView.size - overscan) * height },
  });
  if (rows.length === 0 && isBusy) {
    return <WaitingRows columns={columns.length + 1} height={height} />;
  }
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const focusable = active ?? idOf(rows[0]);
  return (
    <tbody className={classes(isStale && "opacity-50 transition-opacity delay-300 duration-120")}>
      {before > 0 && <Space height={before} />}
      {items.map(({ index }) => {
        const row = rows[index];
        const id = idOf(row);
        return (
          row && (
            <GridRow
              key={id}
              {...{ resource, row, base, columns, height, acts }}
              place={props.skipped + index}
              isSelected={selection.ids.has(id)}
              isActive={id === active}
              isFocusable={id === focusable}
              changes={changes.get(id)}
            />
          )
        );
      })}
      {after > 0 && <Space height={after} />}
    </tbody>
  );
}

function idOf(row: Row | undefined): string {
  return String(row?._id);
}

/** The height of a row, in pixels. */
export function rowHeight(isDense: boolean): number {
  return isDense ? 32 : 40;
}

function Space({ height }: { readonly height: number }) {
  return (
    <tr>
      <td className="p-0" style={{ height }} />
    </tr>
  );
}

function numbersBelow(count: number): number[] {
  return [...Array(count).keys()];
}

function WaitingRows({ columns, height }: { readonly columns: number; readonly height: number }) {
  const widths = ["w-3/5", "w-2/5", "w-4/5", "w-1/2"];
  return (
    <tbody aria-hidden="true">
      {numbersBelow(16).map((row) => (
        <tr key={row}>
          {numbersBelow(columns).map((column) => (
            <td key={column} className="border-line border-b px-2" style={{ height }}>
              {column > 0 && <Skeleton className={widths[(row + column) % widths.length] ?? ""} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
