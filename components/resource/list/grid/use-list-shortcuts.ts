import { quickSearchId } from "@/components/resource/list/filter/quick-search-field";
import { rowId } from "@/components/resource/list/state/row-id";
import type { CellEditing } from "@/components/resource/list/state/use-cell-editing";
import type { Selection } from "@/components/resource/list/state/use-selection";
import { useShortcuts } from "@/lib/client/device/shortcuts";
import { useRouter } from "@/lib/client/project/navigation";
import { mayUse, useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";

interface ShortcutTargets {
  readonly resource: Resource;
  /** The ids on the page, in order. */
  readonly shown: readonly string[];
  readonly active: string | undefined;
  readonly onActive: (id: string) => void;
  readonly selection: Selection;
  readonly onPreview: (id: string) => void;
  /** Closes the preview panel; undefined if it is not open. */
  readonly onClosePreview: (() => void) | undefined;
  readonly onFilter: () => void;
  readonly editing: CellEditing;
}

/** Registers the shortcuts of a list. All of them are on the keyboard sheet. */
export function useListShortcuts(keyed: ShortcutTargets): void {
  const { resource, shown, active, onActive, selection, onPreview, onFilter, editing } = keyed;
  const context = useProject();
  const { base } = context;
  const mayCreate = resource.operations.includes("create") && mayUse(context, resource, "create");
  const router = useRouter();
  const path = (id: string) => `${base}/${resource.path}/${id}`;
  const move = (by: number) => {
    const at = active === undefined ? -1 : shown.indexOf(active);
    const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next === undefined) return;
    const column = focusedCell()?.dataset["column"];
    onActive(next);
    focusRow(next, column);
  };
  const alongRow = (by: 1 | -1) => () => {
    if (active !== undefined) focusBeside(active, by);
  };
  /** Opens the editor of the focused cell. Returns false if no editable cell has focus. */
  const editCell = () => {
    const cell = focusedCell();
    const column = cell?.dataset["column"] ?? "";
    if (!cell || active === undefined || !editing.mayEdit(column)) return false;
    editing.edit(active, column, cell);
    return true;
  };
  const withActive = (act: (id: string) => unknown) => () => {
    if (active !== undefined) act(active);
  };
  const next = () => move(1);
  const before = () => move(-1);
  useShortcuts({
    j: next,
    arrowdown: next,
    k: before,
    arrowup: before,
    x: withActive((id) => selection.toggle(id, false)),
    "shift+x": withActive((id) => selection.toggle(id, true)),
    arrowright: alongRow(1),
    arrowleft: alongRow(-1),
    enter: (event) => {
      if (editCell()) return;
      const isOnRow =
        !(event.target instanceof HTMLElement) || !event.target.closest("a, button, input");
      if (active !== undefined && isOnRow) router.push(path(active));
      else if (event.target instanceof HTMLElement) event.target.click();
    },
    o: withActive((id) => window.open(path(id), "_blank", "noopener")),
    ...(editing.isAllowed && {
      e: withActive((id) => editCell() || router.push(`${path(id)}/edit`)),
    }),
    space: withActive(onPreview),
    ...(mayCreate && { n: () => router.push(`${base}/${resource.path}/new`) }),
    f: onFilter,
    "/": () => {
      const field = document.getElementById(quickSearchId);
      field?.focus();
      if (field instanceof HTMLInputElement) field.select();
    },
    escape: () => {
      if (focusedCell() && active !== undefined) focusRow(active);
      else if (keyed.onClosePreview) keyed.onClosePreview();
      else selection.clear();
    },
  });
}

/** Scrolls to a row, then focuses it or one of its cells once it is rendered. */
export function focusRow(id: string, column?: string): void {
  const row = document.getElementById(rowId(id));
  const cell = row && column !== undefined ? cellsOf(row).find(isOf(column)) : undefined;
  (cell ?? row)?.focus({ preventScroll: true });
  (cell ?? row)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Returns the cell that has focus. */
function focusedCell(): HTMLElement | undefined {
  const { activeElement } = document;
  const isCell = activeElement instanceof HTMLElement && activeElement.matches("td[data-column]");
  return isCell ? activeElement : undefined;
}

/**
 * Moves the focus along a row: from the row to its first cell, from the first cell back to the row.
 */
function focusBeside(id: string, by: 1 | -1): void {
  const row = document.getElementById(rowId(id));
  if (!row) return;
  const cells = cellsOf(row);
  const here = focusedCell();
  const at = here ? cells.indexOf(here) + by : by - 1;
  const next = cells[Math.min(at, cells.length - 1)] ?? row;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function cellsOf(row: HTMLElement): HTMLElement[] {
  const cells = [...row.querySelectorAll<HTMLElement>("td[data-column]")];
  // Cells of columns that are left out have no width.
  return cells.filter(({ offsetWidth }) => offsetWidth > 0);
}

function isOf(column: string) {
  return (cell: HTMLElement) => cell.dataset["column"] === column;
}
