import { memo, type RefObject, Suspense, useState } from "react";
import type { ColumnParts, ShownColumn } from "@/components/resource/list/columns/grid-columns";
import type { RowChanges } from "@/components/resource/list/query/use-row-changes";
import { rowId } from "@/components/resource/list/state/row-id";
import { isControl } from "@/components/ui/interaction/is-control";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { classes } from "@/components/ui/styles";
import type { ExtraColumn } from "@/components/uptime/extra-column";
import { ClientOnly } from "@/lib/client/document/client-only";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { CellContent } from "./cell-content";
import type { GridProps } from "./grid-props";
import { SelectCheckbox } from "./select-checkbox";
import { SeverityEdge } from "./severity-edge";
import { useWork } from "./use-work";

// Lazy, because it is needed once a row is hovered or focused.
const RowSteps = lazyWithRetry(async () => (await import("./row-steps")).RowSteps);

/** Actions of a row. */
export type RowActions = Pick<
  GridProps,
  "onActive" | "onOpen" | "onPrefetch" | "onEditCell" | "selection"
>;

interface Props extends Omit<CellsProps, "columns"> {
  readonly parts: ColumnParts;
  /** Index of the record in the whole list. */
  readonly place: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  /** The one row in the tab order. Arrow keys move on from there. */
  readonly isFocusable: boolean;
  readonly extra: ExtraColumn | undefined;
}

/**
 * One record as a row. A click makes it the active row and opens its page. Performance:
 * rerendering all rows of a page for each key and click took longer than everything else, so a row
 * depends only on its own props.
 */
export const GridRow = memo(function GridRow(props: Props) {
  const { place, isSelected, isActive, isFocusable, extra, parts, ...cells } = props;
  const { resource, row, height, acts } = cells;
  const id = String(row._id);
  const work = useWork(resource, row);
  const [isHovered, setHovered] = useState(false);
  const hasSteps = work.phase === "open" && (isHovered || isActive);
  return (
    <tr
      id={rowId(id)}
      aria-rowindex={place + 2}
      aria-selected={isSelected}
      tabIndex={isFocusable ? 0 : -1}
      onFocus={() => acts.current.onActive(id)}
      onPointerEnter={({ pointerType }) => {
        acts.current.onPrefetch(id);
        setHovered(pointerType === "mouse");
      }}
      onPointerLeave={() => setHovered(false)}
      onClick={(event) => {
        if (isControl(event.target)) return;
        event.currentTarget.focus();
        acts.current.onOpen(id, event);
      }}
      data-work={work.phase}
      className="group/row cursor-pointer outline-none"
    >
      <td
        className={classes(
          "row-surface sticky left-0 z-2 border-line border-b p-0",
          // Forced colors have no shadows.
          isActive && "shadow-[inset_2px_0_var(--accent)] forced-colors:border-l-4",
          isActive && work.color !== undefined && "shadow-[inset_5px_0_var(--accent)]!",
        )}
        style={{ height }}
      >
        {work.color !== undefined && <SeverityEdge color={work.color} />}
        <SelectCheckbox
          {...{ resource, row }}
          tabIndex={-1}
          className="h-full w-full justify-center"
          checked={isSelected}
          onChange={(event) => acts.current.selection.toggle(id, isWithShift(event.nativeEvent))}
        />
      </td>
      <Cells {...cells} columns={parts.before} />
      {extra && (
        <td className="row-surface border-line border-b px-2" style={{ height }}>
          <ClientOnly fallback={<extra.Fallback />}>
            <extra.Cell row={row} tabIndex={isFocusable ? 0 : -1} />
          </ClientOnly>
        </td>
      )}
      {parts.after.length > 0 && <Cells {...cells} columns={parts.after} />}
      {hasSteps && (
        <td className="sticky right-0 z-3 p-0">
          <div className="row-surface absolute inset-y-0 right-0 flex items-center gap-1 border-line border-b px-2 empty:hidden">
            <Suspense>
              <RowSteps resource={resource} record={row} />
            </Suspense>
          </div>
        </td>
      )}
    </tr>
  );
});

interface CellsProps {
  readonly resource: Resource;
  readonly row: Row;
  /** Base path of the project's pages. */
  readonly base: string;
  readonly columns: readonly ShownColumn[];
  readonly height: number;
  readonly changes: RowChanges | undefined;
  /** Read in event handlers, so that new callbacks rerender no row. */
  readonly acts: RefObject<RowActions>;
}

/**
 * The values of a record. Memoized: no rerender if the row moves, is selected or gets the focus.
 */
const Cells = memo(function Cells(props: CellsProps) {
  const { resource, row, base, columns, height, changes, acts } = props;
  const id = String(row._id);
  return columns.map(({ column, style, isName, isLink, fitting }) => (
    <td
      key={column.name}
      data-column={column.name}
      tabIndex={-1}
      className={classes(
        "cell row-surface",
        isName && "text-ink-strong",
        kindOf(column.field).isNumber && "text-right tabular-nums",
        fitting,
      )}
      style={{ ...style, height }}
      onDoubleClick={(event) => acts.current.onEditCell(id, column.name, event.currentTarget)}
    >
      <CellContent
        {...{ resource, row, column, isName }}
        {...(isLink && { href: `${base}/${resource.path}/${id}` })}
      />
      {changes?.columns.has(column.name) && <Flash key={changes.at} />}
    </td>
  ));
});

/** Highlights a changed value once and fades. */
function Flash() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-0 bg-accent/30 opacity-0 transition-opacity duration-1500 motion-reduce:hidden starting:opacity-100"
    />
  );
}

function isWithShift(event: Event): boolean {
  return "shiftKey" in event && event.shiftKey === true;
}
