import { startTransition, useState } from "react";
import type { FilterBarProps } from "@/components/resource/list/filter/filter-bar";

/** The open panels of a list page: a filter editor, the builder, a preview. */
export type Panels = ReturnType<typeof usePanels>;

/** Holds which panels are open. */
export function usePanels() {
  const [editor, setEditor] = useState<FilterBarProps["open"]>();
  const [newColumn, setNewColumn] = useState<string>();
  const [isBuilding, setBuilding] = useState(false);
  // The record requested for the preview panel, and the one rendered there.
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
    openEditor: (next: FilterBarProps["open"]) => (next === "new" ? openNew() : setEditor(next)),
    setBuilding: (next: boolean) => {
      setEditor(undefined);
      setBuilding(next);
    },
  };
}
