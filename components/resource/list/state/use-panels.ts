import { startTransition, useState } from "react";
import type { FilterBarProps } from "@/components/resource/list/filter/filter-bar";

/** The open panels of a list page: a filter editor, the builder, a preview. */
export interface Panels {
  readonly editor: FilterBarProps["open"];
  readonly newColumn: string | undefined;
  readonly isBuilding: boolean;
  /** The record requested for the preview panel, and the one rendered there. */
  readonly previewed: string | undefined;
  readonly beside: string | undefined;
  readonly openEditor: (editor: FilterBarProps["open"]) => void;
  /** Opens an editor for a new condition, optionally on a column. */
  readonly openNew: (column?: string) => void;
  readonly setBuilding: (isBuilding: boolean) => void;
  readonly preview: (id: string | undefined) => void;
}

/** Holds which panels are open. */
export function usePanels(): Panels {
  const [editor, setEditor] = useState<FilterBarProps["open"]>();
  const [newColumn, setNewColumn] = useState<string>();
  const [isBuilding, setBuilding] = useState(false);
  const [previewed, setPreviewed] = useState<string>();
  const [beside, setBeside] = useState<string>();
  const openNew = (column?: string) => {
    setNewColumn(column);
    setEditor("new");
  };
  const preview = (id: string | undefined) => {
    setPreviewed(id);
    // Performance: without a transition the code of the first panel would not be loaded until the
    // whole record is rendered.
    if (id !== undefined && beside === undefined) startTransition(() => setBeside(id));
    else setBeside(id);
  };
  return {
    ...{ editor, newColumn, isBuilding, previewed, beside, openNew, preview },
    openEditor: (next) => (next === "new" ? openNew() : setEditor(next)),
    setBuilding: (next) => {
      setEditor(undefined);
      setBuilding(next);
    },
  };
}
