import { type RefObject, useState } from "react";
import { isEditableInPlace } from "@/components/resource/inline-edit/editable-kinds";
import { mayUse, useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { rowId } from "./row-id";
import { placeOfRow, rowAtPlace } from "./row-place";

/** A cell that is being edited, or whose new value is being saved. */
interface CellEdit {
  /** The id of the record and the column. */
  readonly place: string;
  /** Number of editors before this one at the same place. */
  readonly turn: number;
  /** The user asked for the editor again while the value was being saved. */
  readonly isWantedAgain: boolean;
  readonly id: string;
  readonly column: Column;
  readonly cell: RefObject<HTMLElement | null>;
}

/** The cells being edited, with functions that open and close an editor. */
export type CellEditing = ReturnType<typeof useCellEditing>;

/**
 * Tracks the cells being edited. A second edit may begin while the first is still being saved. In the
 * same cell it begins after the save.
 */
export function useCellEditing(resource: Resource) {
  const context = useProject();
  const [edits, setEdits] = useState<readonly CellEdit[]>([]);
  const isAllowed = resource.operations.includes("update") && mayUse(context, resource, "update");
  const mayEdit = (column: string) => isAllowed && isEditableInPlace(resource, column);
  return {
    edits,
    /** The user may update records of this kind. */
    isAllowed,
    mayEdit,
    /** Opens the editor at a cell. Does nothing if its value cannot be edited in place. */
    edit: (id: string, name: string, cell: HTMLElement) => {
      const column = shapeOf(resource).byColumn.get(name);
      if (!column || !mayEdit(name)) return;
      const place = `${id}/${name}`;
      const fresh = { place, turn: 0, isWantedAgain: false, id, column };
      setEdits((open) => {
        const isOpen = open.some((one) => one.place === place);
        // An editor that opens later would take the focus from this one.
        const others = open.map((one) => ({ ...one, isWantedAgain: one.place === place }));
        return isOpen ? others : [...others, { ...fresh, cell: refToCell(id, name, cell) }];
      });
    },
    /** Forgets that the editor was wanted during an earlier save, which was refused. */
    beginSave: ({ place }: CellEdit) =>
      setEdits((open) =>
        open.map((one) => (one.place === place ? { ...one, isWantedAgain: false } : one)),
      ),
    /** Closes an editor after its save. Opens the next one if the user wants it. */
    endSave: ({ place }: CellEdit) =>
      setEdits((open) => open.flatMap((one) => (one.place === place ? afterSave(one) : [one]))),
    close: ({ place }: CellEdit) => setEdits((open) => open.filter((one) => one.place !== place)),
  };
}

/** Returns the next editor of the same cell, if the user wants one. */
function afterSave(edit: CellEdit): readonly CellEdit[] {
  return edit.isWantedAgain ? [{ ...edit, turn: edit.turn + 1, isWantedAgain: false }] : [];
}

/**
 * Returns a ref to a cell that finds it again after the table was rendered anew. If its row has
 * left the list, it finds the row that is now at its place.
 */
function refToCell(id: string, name: string, cell: HTMLElement): CellEdit["cell"] {
  const place = placeOfRow(cell);
  return {
    get current() {
      const row = document.getElementById(rowId(id));
      return (
        row?.querySelector<HTMLElement>(`[data-column="${name}"]`) ??
        (cell.isConnected ? cell : rowAtPlace(place))
      );
    },
  };
}
