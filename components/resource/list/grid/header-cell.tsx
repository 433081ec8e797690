import { ArrowDown, ArrowUp } from "lucide-react";
import type { CSSProperties, PointerEvent } from "react";
import { boundedWidth, widthBounds } from "@/components/resource/list/columns/grid-columns";
import { withSortKey } from "@/components/resource/list/query/sorting";
import { classes } from "@/components/ui/styles";
import { titleOf } from "@/components/words/field-title";
import type { SortKey } from "@/lib/schema/filter";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { labelColumn, numberColumns } from "@/lib/schema/search-text/searched-columns";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { columnDrag } from "./column-drag";
import { ColumnMenu } from "./column-menu";
import type { GridProps } from "./grid-props";

interface Props extends GridProps {
  readonly column: Column;
  readonly width: number;
  readonly style: CSSProperties;
  readonly fitting: string | undefined;
}

/** The head of a column: sorts by a click, has a menu for other actions, and a resize handle. */
export function HeaderCell(props: Props) {
  const { resource, column, width, style, layout, sort, onSort, onLayout } = props;
  const rank = sort.findIndex((one) => one.column === column.name);
  const key = sort[rank];
  const isSortable = kindOf(column.field).isSortable;
  const isEnd = kindOf(column.field).isNumber;
  // A text column that names the record fills the remaining width. If the name is a relation or a
  // number, all columns share that width.
  const isFlexible =
    column.relation === undefined &&
    !isEnd &&
    column.name === labelColumn(resource)?.name &&
    layout.widths[column.name] === undefined &&
    layout.pinned.length === 0;
  const turn = (isAdded: boolean) => {
    const direction = key?.direction === "asc" ? "desc" : "asc";
    onSort(withSortKey(sort, { column: column.name, direction }, isAdded, resource.timeField));
  };
  const title = headTitle(resource, column);
  return (
    <th
      scope="col"
      {...(isSortable && {
        "aria-sort": key && rank === 0 ? words[key.direction] : ("none" as const),
      })}
      data-head={column.name}
      className={classes(
        "group relative select-none border-line border-b bg-surface p-0 text-left font-medium text-12 text-ink-muted data-[drop=after]:shadow-[inset_-2px_0_var(--accent)] data-[drop=before]:shadow-[inset_2px_0_var(--accent)]",
        props.fitting,
      )}
      style={{ ...style, ...(!isFlexible && { width }) }}
    >
      <div className={classes("flex h-8 items-center", isEnd && "flex-row-reverse")}>
        {isSortable ? (
          <button
            type="button"
            title={title}
            {...columnDrag(column.name, layout, onLayout)}
            onClick={(event) => turn(event.shiftKey)}
            className={classes(
              "flex h-full min-w-0 items-center gap-1 px-2 hover:text-ink-strong",
              key && "text-ink-strong",
              isEnd && "flex-row-reverse",
            )}
          >
            <span className="truncate">{title}</span>
            {key && <SortMark sortKey={key} rank={sort.length > 1 ? rank + 1 : undefined} />}
          </button>
        ) : (
          <span className="truncate px-2">{title}</span>
        )}
        <ColumnMenu {...props} title={title} isSortable={isSortable} />
      </div>
      <ResizeHandle
        title={title}
        width={width}
        onResize={(next) => onLayout({ widths: { ...layout.widths, [column.name]: next } })}
      />
    </th>
  );
}

/** The column of the prefixed number has the title of the bare number. */
function headTitle(resource: Resource, column: Column): string {
  const { bare, prefixed } = numberColumns(resource) ?? {};
  const named = prefixed === column.name ? shapeOf(resource).byColumn.get(bare ?? "") : undefined;
  return titleOf(named ?? column);
}

interface SortMarkProps {
  readonly sortKey: SortKey;
  readonly rank?: number | undefined;
}

/** Shows the sort direction of a column, and its rank among several. */
function SortMark({ sortKey, rank }: SortMarkProps) {
  const Arrow = sortKey.direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <span className="flex shrink-0 items-center text-ink-strong">
      <Arrow size={12} aria-hidden />
      {rank !== undefined && (
        <>
          <span aria-hidden className="text-12 tabular-nums">
            {rank}
          </span>
          <span className="sr-only">
            sorted {words[sortKey.direction]}, sort key {rank}
          </span>
        </>
      )}
    </span>
  );
}

const words = { asc: "ascending", desc: "descending" } as const;

interface ResizeHandleProps {
  readonly title: string;
  readonly width: number;
  readonly onResize: (width: number) => void;
}

/**
 * The edge of a column head. The head follows the pointer at once; the rest of the table on
 * release.
 */
function ResizeHandle({ title, width, onResize }: ResizeHandleProps) {
  const drag = (down: PointerEvent<HTMLElement>) => {
    const handle = down.currentTarget;
    const head = handle.closest("th");
    if (!head) return;
    down.preventDefault();
    handle.setPointerCapture(down.pointerId);
    const begin = head.offsetWidth;
    let next = begin;
    const move = (event: globalThis.PointerEvent) => {
      next = boundedWidth(begin + event.clientX - down.clientX);
      head.style.width = `${next}px`;
    };
    const end = () => {
      handle.removeEventListener("pointermove", move);
      if (next !== begin) onResize(next);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", end, { once: true });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved; this is the widget form of a separator.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuenow={width}
      aria-valuemin={widthBounds.min}
      aria-valuemax={widthBounds.max}
      tabIndex={-1}
      onPointerDown={drag}
      onKeyDown={({ key }) => {
        if (key === "ArrowLeft") onResize(boundedWidth(width - 16));
        if (key === "ArrowRight") onResize(boundedWidth(width + 16));
      }}
      className="absolute top-0 right-0 z-1 h-full w-2 cursor-col-resize touch-none border-transparent border-r-2 hover:border-accent focus-visible:border-accent"
    />
  );
}
