import { type RefObject, useState } from "react";
import { isEditableInPlace } from "@/components/resource/inline-edit/editable-kinds";
import { mayUse, useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** A cell that is being edited, or whose new value is being saved. */
export interface CellEdit {
  readonly key: string;
  readonly id: string;
  readonly column: Column;
  readonly cell: RefObject<HTMLElement | null>;
}

/** The cells being edited, and a function that opens an editor. */
export interface CellEditing {
  readonly edits: readonly CellEdit[];
  readonly mayEdit: (column: string) => boolean;
  /** Opens the editor at a cell. Does nothing if its value cannot be edited in place. */
  readonly edit: (id: string, column: string, cell: HTMLElement) => void;
  readonly close: (edit: CellEdit) => void;
}

/** Tracks the cells being edited. A second edit may begin while the first is still being saved. */
export function useCellEditing(resource: Resource): CellEditing {
  const context = useProject();
  const [edits, setEdits] = useState<readonly CellEdit[]>([]);
  const isAllowed = resource.operations.includes("update") && mayUse(context, resource, "update");
  const mayEdit = (column: string) => isAllowed && isEditableInPlace(resource, column);
  return {
    edits,
    mayEdit,
    edit: (id, name, cell) => {
      const column = shapeOf(resource).byColumn.get(name);
      if (!column || !mayEdit(name)) return;
      const key = `${id}/${name}`;
      const edit = { key, id, column, cell: { current: cell } };
      setEdits((open) => [...open.filter((one) => one.key !== key), edit]);
    },
    close: (edit) => setEdits((open) => open.filter(({ key }) => key !== edit.key)),
  };
}
