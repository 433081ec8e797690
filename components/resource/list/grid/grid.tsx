import { useEffect, useMemo, useRef, useState } from "react";
import { computedColumn } from "@/components/resource/list/columns/computed-columns";
import type { ColumnParts } from "@/components/resource/list/columns/grid-columns";
import {
  layoutColumns,
  type ShownColumn,
  selectWidth,
} from "@/components/resource/list/columns/grid-columns";
import { useOnScreen } from "@/components/resource/list/columns/on-screen";
import type { Layout } from "@/components/resource/list/columns/use-layout";
import { useRowChanges } from "@/components/resource/list/query/use-row-changes";
import { Checkbox } from "@/components/ui/form/checkbox";
import { isFocusLost } from "@/components/ui/interaction/is-focus-lost";
import { type ExtraColumn, shownExtra } from "@/components/uptime/extra-column";
import { sentenceCase } from "@/components/words/sentence-case";
import { useProject } from "@/lib/client/project/project";
import { columnDrag } from "./column-drag";
import { GridBody } from "./grid-body";
import type { GridProps } from "./grid-props";
import { HeaderCell } from "./header-cell";
import { focusRow } from "./use-list-shortcuts";
import { useTopOfPage } from "./use-top-of-page";

/**
 * The width of the last column, in pixels. The next steps of a row lie over the columns before it.
 * The column is always there, so that no column moves when a row shows its steps.
 */
const stepsWidth = 1;

/** Records as a table with its own scroll area, a sticky head and virtualized rows. */
export function Grid(props: GridProps) {
  const { resource, layout, total, isStale, isBusy, empty } = props;
  const { rows, changes } = useRowChanges(props.rows);
  const scroller = useRef<HTMLDivElement>(null);
  const firstTop = useRef(props.scrollTop);
  // Restores the scroll position, which belongs to the browser.
  useEffect(() => {
    // Performance: scrollTo lays out the whole page, even without a change.
    if (firstTop.current > 0) scroller.current?.scrollTo({ top: firstTop.current });
  }, []);
  useTopOfPage(scroller, props.skipped);
  const firstActive = useRef(props.active);
  // Restores the document's focus: after Back, the user continues at the last active row.
  useEffect(() => {
    const id = firstActive.current;
    if (id !== undefined && isFocusLost()) requestAnimationFrame(() => focusRow(id));
  }, []);
  const extra = shownExtra(useProject(), resource, layout.names);
  const extraWidth = extra?.width ?? 0;
  const now = useMemo(
    () => layoutColumns(resource, layout, extraWidth),
    [resource, layout, extraWidth],
  );
  const shown = useSameColumns(now);
  const place = extra ? placeOf(computedColumn(resource), layout) : shown.length;
  const parts = useMemo(() => splitAt(shown, place), [shown, place]);
  // Columns that are left out on narrow screens do not widen the table.
  const least = shown.reduce(
    (sum, { width, fitting }) => (fitting === undefined ? sum + width : sum),
    selectWidth + extraWidth + stepsWidth,
  );
  return (
    <div
      ref={scroller}
      data-list-scroller
      onScroll={(event) => props.onScroll(event.currentTarget.scrollTop)}
      className="@container relative min-h-0 flex-1 overflow-auto border-line border-t bg-surface"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an interactive table is a grid (ARIA).
        role="grid"
        aria-label={sentenceCase(resource.plural)}
        aria-rowcount={total < 0 ? -1 : total + 1}
        aria-colcount={layout.columns.length + (extra ? 3 : 2)}
        aria-multiselectable
        aria-busy={isBusy || isStale}
        className="w-full table-fixed border-separate border-spacing-0 text-13"
        style={{ minWidth: least }}
      >
        <GridHead {...props} {...{ rows, extra, parts }} />
        <GridBody {...props} {...{ rows, changes, scroller, extra, parts }} />
      </table>
      {rows.length === 0 && empty}
    </div>
  );
}

/** Returns the number of columns before the computed one. Pinned columns come first. */
function placeOf(name: string | undefined, { names, pinned }: Layout): number {
  const before = names.slice(0, names.indexOf(name ?? ""));
  return pinned.length + before.filter((one) => !pinned.includes(one)).length;
}

function splitAt(columns: readonly ShownColumn[], place: number): ColumnParts {
  return { before: columns.slice(0, place), after: columns.slice(place) };
}

/**
 * Returns the previous array while nothing in it differs. Performance: a new one rerenders all
 * rows.
 */
function useSameColumns(now: readonly ShownColumn[]): readonly ShownColumn[] {
  const [kept, setKept] = useState(now);
  const isSame =
    kept.length === now.length &&
    kept.every((one, place) => {
      const other = now[place];
      return (
        one.column === other?.column &&
        one.width === other.width &&
        one.isLink === other.isLink &&
        one.fitting === other.fitting &&
        one.style.left === other.style.left
      );
    });
  if (isSame) return kept;
  setKept(now);
  return now;
}

interface HeadProps extends GridProps {
  readonly parts: ColumnParts;
  readonly extra: ExtraColumn | undefined;
}

/** The head of the table: the check box for all rows of the page, then a head for each column. */
function GridHead(props: HeadProps) {
  const { resource, rows, selection, extra, parts, onLayout } = props;
  const layout = useOnScreen(props.layout);
  const name = computedColumn(resource) ?? "";
  const here = rows.map((row) => String(row._id));
  const chosen = here.filter((id) => selection.ids.has(id)).length;
  const isAll = chosen > 0 && chosen === here.length;
  return (
    <thead className="sticky top-0 z-10 bg-surface">
      <tr aria-rowindex={1}>
        <th
          scope="col"
          className="sticky left-0 z-10 border-line border-b bg-surface p-0"
          style={{ width: selectWidth }}
        >
          <Checkbox
            label="Select all on this page"
            labelHidden
            className="h-8 w-full justify-center"
            checked={isAll}
            isIndeterminate={chosen > 0 && !isAll}
            disabled={here.length === 0}
            onChange={() => selection.setMany(here, !isAll)}
          />
        </th>
        {parts.before.map(({ column, width, style, fitting }) => (
          <HeaderCell key={column.name} {...props} {...{ layout, column, width, style, fitting }} />
        ))}
        {extra && (
          <th
            scope="col"
            data-head={name}
            className="border-line border-b bg-surface p-0 text-left font-medium text-12 text-ink-muted data-[drop=after]:shadow-[inset_-2px_0_var(--accent)] data-[drop=before]:shadow-[inset_2px_0_var(--accent)]"
            style={{ width: extra.width }}
          >
            <span className="block px-2" {...columnDrag(name, layout, onLayout)}>
              {extra.title}
            </span>
          </th>
        )}
        {parts.after.map(({ column, width, style, fitting }) => (
          <HeaderCell key={column.name} {...props} {...{ layout, column, width, style, fitting }} />
        ))}
        <td className="border-line border-b bg-surface p-0" style={{ width: stepsWidth }} />
      </tr>
    </thead>
  );
}
