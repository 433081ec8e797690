"use client";

import { ArrowDown, ArrowUp, ChevronDown } from "lucide-react";
import type { CSSProperties } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { endAligned } from "@/components/fields/cells/widths";
import { titleOf } from "@/components/fields/title";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLine } from "@/components/ui/menu-parts";
import { classes } from "@/components/ui/styles";
import { testsOf } from "@/lib/schema/filter-text/tests-of";
import type { Resource } from "@/lib/schema/resource";
import { labelColumn, numberColumns } from "@/lib/schema/searched";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { sortable } from "@/lib/schema/sort";
import type { GridProps } from "./grid-props";
import { ResizeHandle } from "./resize-handle";

interface Props extends GridProps {
  readonly column: Column;
  readonly width: number;
  readonly style: CSSProperties;
}

/** The head of a column: sorts by a click, has a menu for the rest, and an edge to drag. */
export function HeaderCell(props: Props) {
  const { resource, column, width, style, layout, sort, onSort, onLayout } = props;
  const key = sort.find((one) => one.column === column.name);
  const isSortable = sortable[column.field.kind];
  const isFlexible =
    column.name === labelColumn(resource)?.name &&
    layout.widths[column.name] === undefined &&
    layout.pinned.length === 0;
  const turn = () =>
    onSort([{ column: column.name, direction: key?.direction === "asc" ? "desc" : "asc" }]);
  const title = headTitle(resource, column);
  const isEnd = endAligned.has(column.field.kind);
  return (
    <th
      scope="col"
      {...(isSortable && { "aria-sort": key ? words[key.direction] : ("none" as const) })}
      className="group relative border-line border-b bg-surface p-0 text-left font-medium text-12 text-ink-muted"
      style={{ ...style, ...(!isFlexible && { width }) }}
    >
      <div className={classes("flex h-8 items-center", isEnd && "flex-row-reverse")}>
        {isSortable ? (
          <button
            type="button"
            onClick={turn}
            className={classes(
              "flex h-full min-w-0 items-center gap-1 px-2 hover:text-ink-strong",
              key && "text-ink-strong",
              isEnd && "flex-row-reverse",
            )}
          >
            <span className="truncate">{title}</span>
            {key?.direction === "asc" && <ArrowUp size={12} aria-hidden className="shrink-0" />}
            {key?.direction === "desc" && <ArrowDown size={12} aria-hidden className="shrink-0" />}
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

/** The number people say is the number, wherever the bare one does not stand beside it. */
function headTitle(resource: Resource, column: Column): string {
  const { bare, prefixed } = numberColumns(resource) ?? {};
  const named = prefixed === column.name ? shapeOf(resource).byColumn.get(bare ?? "") : undefined;
  return titleOf(named ?? column);
}

const words = { asc: "ascending", desc: "descending" } as const;

function ColumnMenu(props: Props & { readonly title: string; readonly isSortable: boolean }) {
  const { column, title, isSortable, layout, onSort, onFilter, onLayout } = props;
  const names = layout.columns.map(({ name }) => name);
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
        <AriaButton
          aria-label={`Column ${title}`}
          className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-muted opacity-0 hover:bg-surface-sunken hover:text-ink-strong focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
        >
          <ChevronDown size={14} aria-hidden />
        </AriaButton>
      }
    >
      {isSortable && (
        <>
          <MenuItem onAction={() => onSort([{ column: column.name, direction: "asc" }])}>
            Sort ascending
          </MenuItem>
          <MenuItem onAction={() => onSort([{ column: column.name, direction: "desc" }])}>
            Sort descending
          </MenuItem>
        </>
      )}
      {testsOf(column.field.kind).length > 0 && (
        <MenuItem onAction={() => onFilter(column.name)}>Filter by this…</MenuItem>
      )}
      <MenuLine />
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
        Usual width
      </MenuItem>
      <MenuLine />
      <MenuItem
        isDisabled={names.length === 1}
        onAction={() => onLayout({ columns: names.filter((name) => name !== column.name) })}
      >
        Hide
      </MenuItem>
    </Menu>
  );
}

function withoutKey<T>(all: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== key));
}
