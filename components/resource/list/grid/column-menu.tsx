import { ChevronDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { withSortKey } from "@/components/resource/list/query/sorting";
import { PlainButton } from "@/components/ui/button";
import { isFocusLost } from "@/components/ui/interaction/is-focus-lost";
import { Menu } from "@/components/ui/overlay/menu";
import { MenuItem, MenuSeparator } from "@/components/ui/overlay/menu-parts";
import type { SortKey } from "@/lib/schema/filter";
import { testsOf } from "@/lib/schema/filter-text/tests-by-kind";
import type { Column } from "@/lib/schema/shape";
import type { GridProps } from "./grid-props";

interface Props extends GridProps {
  readonly column: Column;
  readonly title: string;
  readonly isSortable: boolean;
}

/** Menu of a column with the actions beside sorting by a click. */
export function ColumnMenu(props: Props) {
  const { column, title, isSortable, layout, onFilter, onLayout } = props;
  const { names } = layout;
  const next = useRef<string>(undefined);
  // The heads change after the action, and only effects report it.
  useEffect(() => () => focusHead(next.current), []);
  const place = names.indexOf(column.name);
  const isPinned = layout.pinned.includes(column.name);
  const moveTo = (to: number) => {
    const others = names.filter((name) => name !== column.name);
    onLayout({ columns: others.toSpliced(to, 0, column.name) });
  };
  const pins = isPinned
    ? layout.pinned.filter((name) => name !== column.name)
    : [...layout.pinned, column.name];
  return (
    <Menu
      label={title}
      button={
        <PlainButton
          aria-label={`Column ${title}`}
          className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-muted opacity-0 hover:bg-surface-sunken hover:text-ink-strong focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
        >
          <ChevronDown size={14} aria-hidden />
        </PlainButton>
      }
    >
      {isSortable && sortItems(props)}
      {testsOf(column.field).length > 0 && (
        <MenuItem onAction={() => onFilter(column.name)}>Filter by column…</MenuItem>
      )}
      <MenuSeparator />
      <MenuItem onAction={() => onLayout({ pinned: pins })}>{isPinned ? "Unpin" : "Pin"}</MenuItem>
      <MenuItem isDisabled={place === 0} onAction={() => moveTo(place - 1)}>
        Move left
      </MenuItem>
      <MenuItem isDisabled={place === names.length - 1} onAction={() => moveTo(place + 1)}>
        Move right
      </MenuItem>
      <MenuItem
        onAction={() => onLayout({ widths: withoutKey(layout.widths, column.name) })}
        isDisabled={layout.widths[column.name] === undefined}
      >
        Reset width
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        isDisabled={layout.columns.length === 1}
        onAction={() => {
          next.current = besideIn(layout.columns, column);
          onLayout({ columns: names.filter((name) => name !== column.name) });
        }}
      >
        Hide
      </MenuItem>
    </Menu>
  );
}

/** Returns the name of the next column, else of the one before; undefined without one. */
function besideIn(columns: readonly Column[], column: Column): string | undefined {
  const place = columns.findIndex(({ name }) => name === column.name);
  return (columns[place + 1] ?? columns[place - 1])?.name;
}

/** Gives the focus to the head of a column if the head that had it is gone. */
function focusHead(name: string | undefined): void {
  if (name === undefined) return;
  queueMicrotask(() => {
    if (!isFocusLost()) return;
    document.querySelector<HTMLElement>(`th[data-head="${name}"] button`)?.focus();
  });
}

/** Items, not a component: a menu reads its children. */
function sortItems({ resource, column, sort, onSort }: Props) {
  const put = (direction: SortKey["direction"], isAdded: boolean) => () =>
    onSort(withSortKey(sort, { column: column.name, direction }, isAdded, resource.timeField));
  const others = sort.filter((key) => key.column !== column.name);
  const isAlone =
    others.length === 0 || (sort.length === 1 && sort[0]?.column === resource.timeField);
  return (
    <>
      <MenuItem onAction={put("asc", false)}>Sort ascending</MenuItem>
      <MenuItem onAction={put("desc", false)}>Sort descending</MenuItem>
      {!isAlone && (
        <>
          <MenuItem onAction={put("asc", true)}>Add to sort, ascending</MenuItem>
          <MenuItem onAction={put("desc", true)}>Add to sort, descending</MenuItem>
        </>
      )}
      {others.length < sort.length && others.length > 0 && (
        <MenuItem onAction={() => onSort(others)}>Remove from sort</MenuItem>
      )}
    </>
  );
}

function withoutKey<T>(all: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== key));
}
