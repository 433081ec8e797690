import type { RefObject } from "react";
import type { ColumnParts } from "@/components/resource/list/columns/grid-columns";
import type { RowChanges } from "@/components/resource/list/query/use-row-changes";
import { useKeepRow } from "@/components/resource/list/state/use-keep-row";
import { Skeleton } from "@/components/ui/skeleton";
import { classes } from "@/components/ui/styles";
import type { ExtraColumn } from "@/components/uptime/extra-column";
import { useLatest } from "@/lib/client/device/use-latest";
import { useProject } from "@/lib/client/project/project";
import type { Row } from "@/lib/schema/row";
import type { GridProps } from "./grid-props";
import { GridRow, type RowActions } from "./grid-row";
import { useVisibleRows } from "./use-visible-rows";

interface Props extends GridProps {
  readonly parts: ColumnParts;
  readonly extra: ExtraColumn | undefined;
  readonly changes: ReadonlyMap<string, RowChanges>;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/**
 * Virtualized rows: those in view and a few around them, so that a long page is as fast as a short
 * one.
 */
export function GridBody({ scroller, ...props }: Props) {
  const { resource, rows, parts, layout, selection, isStale, isBusy, active, changes, extra } =
    props;
  useKeepRow(props);
  const { base } = useProject();
  const height = rowHeight(layout.isDense);
  const acts = useLatest<RowActions>(props);
  const { scrollTop } = props;
  const { start, end } = useVisibleRows(scroller, { count: rows.length, height, scrollTop });
  if (rows.length === 0 && isBusy) {
    const fitting = [...parts.before, ...parts.after].map((one) => one.fitting);
    // The check boxes, the columns, and the computed column.
    return <WaitingRows fitting={["", ...fitting, ...(extra ? [""] : [])]} height={height} />;
  }
  const before = start * height;
  const after = (rows.length - end) * height;
  const focusable = active ?? idOf(rows[0]);
  return (
    <tbody {...(isStale && { "data-stale": true, className: "stale" })}>
      {before > 0 && <Space height={before} />}
      {rows.slice(start, end).map((row, index) => {
        const id = idOf(row);
        return (
          <GridRow
            key={id}
            {...{ resource, row, base, parts, height, acts, extra }}
            place={props.skipped + start + index}
            isSelected={selection.ids.has(id)}
            isActive={id === active}
            isFocusable={id === focusable}
            changes={changes.get(id)}
          />
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

interface WaitingProps {
  /** The class of each column that hides it on narrow screens. */
  readonly fitting: readonly (string | undefined)[];
  readonly height: number;
}

function WaitingRows({ fitting, height }: WaitingProps) {
  const widths = ["w-3/5", "w-2/5", "w-4/5", "w-1/2"];
  return (
    <tbody aria-hidden="true">
      {numbersBelow(16).map((row) => (
        <tr key={row}>
          {fitting.map((own, column) => (
            <td
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position.
              key={column}
              className={classes("border-line border-b px-2", own)}
              style={{ height }}
            >
              {column > 0 && <Skeleton className={widths[(row + column) % widths.length] ?? ""} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
