import { type RefObject, useState } from "react";
import { isEditableInPlace } from "@/components/resource/inline-edit/editable-kinds";
import { mayUse, useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { rowId } from "./row-id";

/** A cell that is being edited, or whose new value is being saved. */
interface CellEdit {
  readonly key: string;
  readonly id: string;
  readonly column: Column;
  readonly cell: RefObject<HTMLElement | null>;
}

/** The cells being edited, with functions that open and close an editor. */
export type CellEditing = ReturnType<typeof useCellEditing>;

/** Tracks the cells being edited. A second edit may begin while the first is still being saved. */
export function useCellEditing(resource: Resource) {
  const context = useProject();
  const [edits, setEdits] = useState<readonly CellEdit[]>([]);
  const isAllowed = resource.operations.includes("update") && mayUse(context, resource, "update");
  const mayEdit = (column: string) => isAllowed && isEditableInPlace(resource, column);
  return {
    edits,
    mayEdit,
    /** Opens the editor at a cell. Does nothing if its value cannot be edited in place. */
    edit: (id: string, name: string, cell: HTMLElement) => {
      const column = shapeOf(resource).byColumn.get(name);
      if (!column || !mayEdit(name)) return;
      const key = `${id}/${name}`;
      const edit: CellEdit = { key, id, column, cell: refToCell(id, name, cell) };
      setEdits((open) => [...open.filter((one) => one.key !== key), edit]);
    },
    close: (edit: CellEdit) => setEdits((open) => open.filter(({ key }) => key !== edit.key)),
  };
}

/** Returns a ref to a cell that finds it again after the table was rendered anew. */
function refToCell(id: string, name: string, cell: HTMLElement): CellEdit["cell"] {
  return {
    get current() {
      const row = document.getElementById(rowId(id));
      return row?.querySelector<HTMLElement>(`[data-column="${name}"]`) ?? cell;
    },
  };
}
