"use client";

import { startTransition, useState } from "react";
import type { FilterBarProps } from "@/components/resource/list/filter/filter-bar";

/** What of a list page is open besides the list: an editor of the filter, the builder, a record beside it. */
export interface Panels {
  readonly editor: FilterBarProps["open"];
  readonly newColumn: string | undefined;
  readonly isBuilding: boolean;
  /** The record that is asked to stand beside the list, and the one that does. */
  readonly peeked: string | undefined;
  readonly beside: string | undefined;
  readonly openEditor: (editor: FilterBarProps["open"]) => void;
  /** Opens an editor for a new condition, on a column where one is named. */
  readonly openNew: (column?: string) => void;
  readonly setBuilding: (isBuilding: boolean) => void;
  readonly peekAt: (id: string | undefined) => void;
}

/** Keeps which of them are open. */
export function usePanels(): Panels {
  const [editor, setEditor] = useState<FilterBarProps["open"]>();
  const [newColumn, setNewColumn] = useState<string>();
  const [isBuilding, setBuilding] = useState(false);
  const [peeked, setPeeked] = useState<string>();
  const [beside, setBeside] = useState<string>();
  const openNew = (column?: string) => {
    setNewColumn(column);
    setEditor("new");
  };
  const peekAt = (id: string | undefined) => {
    setPeeked(id);
    // Measured: what is loaded for the first of them would else be waited for until all of the record is drawn.
    if (id !== undefined && beside === undefined) startTransition(() => setBeside(id));
    else setBeside(id);
  };
  return {
    ...{ editor, newColumn, isBuilding, peeked, beside, openNew, peekAt },
    openEditor: (next) => (next === "new" ? openNew() : setEditor(next)),
    setBuilding: (next) => {
      setEditor(undefined);
      setBuilding(next);
    },
  };
}
